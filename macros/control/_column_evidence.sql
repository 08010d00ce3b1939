{# Rows of the formats' `<format>__types`, or sums of them, added up: one row per stream, table, column and evidence. #}
{% macro _column_evidence(types) %}
    select
        cdc_stream, cdc_database, cdc_schema, cdc_table, column_name, evidence, data_type, cdc_type,
        max(struct(cdc_last_position, column_number)).column_number as column_number,
        max(struct(cdc_last_position, key_number)).key_number as key_number,
        max(struct(cdc_last_position, is_optional)).is_optional as is_optional,
        sum(cdc_events) as cdc_events,
        min(cdc_first_position) as cdc_first_position,
        max(cdc_last_position) as cdc_last_position,
        min(cdc_first_landed_at) as cdc_first_landed_at,
        max(cdc_last_landed_at) as cdc_last_landed_at,
        max(cdc_batch) as cdc_batch
    from {{ types }}
    group by cdc_stream, cdc_database, cdc_schema, cdc_table, column_name, evidence, data_type, cdc_type
{% endmacro %}
