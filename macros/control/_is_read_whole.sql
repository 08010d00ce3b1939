{#
    The condition, over the counts of a log over landing, that it has as many landing rows as its batches have read. If landing has
    no snapshots, a row may land after the batch has counted the rows and before it reads them.
#}
{% macro _is_read_whole() -%}
    coalesce(sum(case when cdc_class = 'read' then cdc_landing_rows end), 0) - sum(case when cdc_class <> 'read' then cdc_landing_rows else 0 end)
    between if(count(case when cdc_reason = 'at_least' then 1 end) > 0, -9223372036854775807, 0) and 0
{%- endmacro %}
