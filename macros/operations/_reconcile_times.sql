{#
    Sets the times of this comparison's findings. clock: the source's, in microseconds, read after its rows: a change with a later
    time comes after everything that was read.
#}
{% macro _reconcile_times(parts, tables, clock) %}
    {% set now = "timestamp_micros(" ~ clock ~ ")" %}
    {% set new = "cdc_table_model = " ~ spark_cdc._string_literal(parts.table) ~ " and (cdc_last_seen_at is null or cdc_status = 'resolved' and cdc_resolved_at is null)" %}
    {% if spark_cdc._scalar("select count(*) from " ~ tables.findings ~ " where " ~ new) | int %}
        {% do run_query(
            "update " ~ tables.findings ~ " set cdc_first_seen_at = coalesce(cdc_first_seen_at, " ~ now ~ "), cdc_since_at = coalesce(cdc_since_at, " ~ now
            ~ "), cdc_last_seen_at = coalesce(cdc_last_seen_at, " ~ now ~ "), cdc_confirmed_at = if(cdc_status = 'confirmed', coalesce(cdc_confirmed_at, " ~ now
            ~ "), cdc_confirmed_at), cdc_resolved_at = if(cdc_status = 'resolved', " ~ now ~ ", null) where " ~ new
        ) %}
    {% endif %}
{% endmacro %}
