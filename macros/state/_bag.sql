{#
    The state of a table without key: each distinct row ever seen with its count (cdc_count), and the newest batch that changed
    it. After images add one, before images take one away, so order matters only for truncates: changes before the last
    truncate of their source table do not count.
    Each run with new rows folds the whole bag again from the changes log, because keyless tables are small or rare.
    Grouping turns -0.0 into 0.0, so columns that may hold floating-point numbers are grouped by their text.
#}
{% macro _bag(contract, changes) %}
    {% set floating = [] %}
    {% for column in contract.columns if "float" in column.data_type or "double" in column.data_type %}
        {% do floating.append(column.name) %}
    {% endfor %}
    select
        {% for column in contract.columns %}{{ "`" ~ column.name ~ "`" if column.name not in floating else "any_value(`" ~ column.name ~ "`) as `" ~ column.name ~ "`" }}, {% endfor %}
        cast(sum(case when cdc_redelivered or log.cdc_position <= truncates.cdc_position then 0 when cdc_image = 'before' then -1 else 1 end) as bigint) as cdc_count,
        max(log.cdc_position) as cdc_position,
        max(cdc_batch) as cdc_batch
    from (
        select
            *,
            {{ spark_cdc._is_redelivered(contract, spark_cdc._content_hash(contract)) }} as cdc_redelivered
        from {{ changes }}
        where cdc_class = 'change'
    ) as log
    {{ spark_cdc._join_last_truncate(changes) }}
    group by {% for column in contract.columns %}{{ "`" ~ column.name ~ "`" if column.name not in floating else "to_json(struct(`" ~ column.name ~ "`))" }}{{ ", " if not loop.last }}{% endfor %}
{% endmacro %}
