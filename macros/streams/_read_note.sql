{#
    What a batch reads of landing, for the column cdc_read of a log, counted before it is read: JSON with the landing tables'
    snapshots, null where they have none, and the partitions (_read_partitions). Each row of the batch has it, so that it is
    written in one step with the rows in any table format. batch: see _next_batch.
#}
{% macro _read_note(batch) -%}
    {{ spark_cdc._string_literal(tojson({"snapshots": batch.read, "partitions": batch.partitions or []})) }}
{%- endmacro %}
