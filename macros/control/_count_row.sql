{#
    The select list of a row of cdc_batches that counts no rows of a log (_log_counts), in the order of its columns.
    values: dict from column to SQL; cdc_log, cdc_stream and cdc_batch are themselves unless they are in it. The other counts are 0, and
    the other columns NULL.
#}
{% macro _count_row(values) %}
    {% set own = ["cdc_log", "cdc_stream", "cdc_batch"] %}
    {% set names = ["cdc_topic", "cdc_partition", "cdc_database", "cdc_schema", "cdc_table", "cdc_class", "cdc_reason"] %}
    {% set counts = ["cdc_rows", "cdc_landing_rows", "cdc_unapplied"] %}
    {% set bounds = [
        "cdc_first_offset", "cdc_last_offset", "cdc_first_position", "cdc_last_position", "cdc_first_landed_at", "cdc_last_landed_at", "cdc_last_event",
    ] %}
    {% for name in own + names + counts + bounds %}
    {% set value = values.get(name, name if name in own else "0" if name in counts else "null") %}
    {{ value ~ " as " ~ name if value != name else name }}{{ "," if not loop.last }}
    {% endfor %}
{% endmacro %}
