{#
    Evidence (the columns of _column_evidence) summed up: one row per stream, table and column, with the type that holds
    all values. Order and key are those of the newest message; the declared type is that of the newest message with one.
#}
{% macro _observed_columns(evidence) %}
    with collected as (
        select
            cdc_stream, cdc_database, cdc_schema, cdc_table, column_name,
            max(struct(cdc_last_position, column_number)).column_number as column_number,
            max(struct(cdc_last_position, key_number)).key_number as key_number,
            sort_array(collect_set(data_type)) as data_types,
            collect_set(cdc_type) as cdc_types,
            (max(struct(cdc_last_position, cdc_type)) filter (where cdc_type is not null)).cdc_type as last_type,
            array_join(sort_array(collect_set(evidence)), ', ') as evidence,
            bool_or(coalesce(is_optional, true)) as is_optional,
            sum(cdc_events) as cdc_events,
            min(cdc_first_position) as cdc_first_position,
            max(cdc_last_position) as cdc_last_position,
            min(cdc_first_landed_at) as cdc_first_landed_at,
            max(cdc_last_landed_at) as cdc_last_landed_at
        from {{ evidence }}
        group by cdc_stream, cdc_database, cdc_schema, cdc_table, column_name
    ),

    widened as (
        select *, {{ spark_cdc._widest("data_types") }} as data_type
        from collected
    )

    select
        cdc_stream, cdc_database, cdc_schema, cdc_table, column_name, column_number, key_number, evidence, data_type,
        {# A column with several encodings has the newest one. A string for mixed types has none. #}
        case
            when data_type <> 'string' or size(data_types) <= 1 or forall(cdc_types, t -> t like '%Decimal') then last_type
        end as cdc_type,
        is_optional,
        max(cdc_last_position) over (partition by cdc_stream, cdc_database, cdc_schema, cdc_table) > cdc_last_position as cdc_is_gone,
        cdc_events, cdc_first_position, cdc_last_position, cdc_first_landed_at, cdc_last_landed_at
    from widened
{% endmacro %}
