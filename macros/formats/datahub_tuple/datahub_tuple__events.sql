{#
    Events of a TUPLE topic: each row is one image of one change. _operation_type_ is the operation (I, U, D, or
    words), and the image flags mark the side of it that the row is. If both exist, they must agree. Without
    _operation_type_, the flags alone decide whether the row is added or removed. All metadata columns except _sequence_id_ may be
    missing.
    Source: DataHub appendix "operations and data formats", TUPLE.
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro datahub_tuple__events(stream, rows) %}
    {% set fields = "_sequence_id_ string, _operation_type_ string, _excute_time_ string, _execute_time_ string,"
        ~ " _source_table_ string, _before_image_ string, _after_image_ string" %}
    {% if stream.options.table and stream.table_from_topic %}
        {{ spark_cdc._error("datahub_tuple_table", source=stream.name, given=stream.options.table) }}
    {% endif %}
    {% set checks = spark_cdc._unreadable(stream) + [
        [
            "cdc_op is null and cdc_before_flag is null and cdc_after_flag is null", "unknown_envelope",
            "'there is neither _operation_type_ nor _before_image_ and _after_image_'",
        ],
        ["cdc_class is null", "unknown_operation", "concat('_operation_type_ is ', left(cdc_op, 100), '; known are I, U, D')"],
    ] %}
    {# Otherwise the topic is the name of the table. #}
    {% if stream.table_from_topic %}
        {% do checks.append(["cdc_table is null", "missing_table", "'neither _source_table_ nor the topic names a table'"]) %}
    {% endif %}
    {% do checks.extend([
        ["cdc_order_1 is null", "missing_position", "'_sequence_id_ is missing, or not an integer from -1 on'"],
        [
            "cdc_side is null or cdc_operation is null", "image_contract",
            "concat('_operation_type_ ', coalesce(cdc_op, 'null'), ' does not go with _before_image_ ',"
            ~ " coalesce(left(cdc_before_flag, 100), 'null'), ' and _after_image_ ', coalesce(left(cdc_after_flag, 100), 'null'))",
        ],
    ]) %}
    with messages as (
        {{ spark_cdc._read_messages(stream, rows, fields) }}
    ),

    named as (
        select
            * except (m),
            upper(trim(m._operation_type_)) as cdc_op,
            {% for side in ["before", "after"] %}
            nullif(upper(trim(m._{{ side }}_image_)), '') as cdc_{{ side }}_flag,
            case
                when cdc_{{ side }}_flag in ('Y', 'TRUE', '1') then true
                when cdc_{{ side }}_flag in ('N', 'FALSE', '0') then false
            end as cdc_has_{{ side }},
            {% endfor %}
            {{ spark_cdc._sequence_number("trim(m._sequence_id_)") }} as cdc_order_1,
            split(coalesce(
                nullif(trim(m._source_table_), ''),
                {% if stream.table_from_topic %}null{% elif stream.options.table %}{{ spark_cdc._string_literal(stream.options.table) }}{% else %}cdc_topic{% endif %}
            ), '[.]') as cdc_names,
            try_element_at(cdc_names, -1) as cdc_table,
            try_element_at(cdc_names, -2) as cdc_schema,
            try_element_at(cdc_names, -3) as cdc_database,
            coalesce(m._excute_time_, m._execute_time_) as cdc_time
        from messages
    ),

    {# One flag is enough, and so is an operation with only one image. A flag that is neither yes nor no marks no side. #}
    sided as (
        select
            *,
            case
                when (cdc_before_flag is not null and cdc_has_before is null) or (cdc_after_flag is not null and cdc_has_after is null) then null
                when cdc_has_before <> cdc_has_after or cdc_has_before is null or cdc_has_after is null then case
                    when coalesce(cdc_has_before, not cdc_has_after, cdc_op in ('D', 'DELETE', 'UPDATE_BEFOR', 'UPDATE_BEFORE')) then 'before'
                    when coalesce(cdc_has_after, not cdc_has_before) or cdc_op in ('I', 'INSERT', 'UPDATE_AFTER') then 'after'
                end
            end as cdc_side
        from {{ spark_cdc._table_from_topic(stream, "named") }}
    ),

    operated as (
        select
            *,
            case
                when cdc_op in ('I', 'INSERT') and cdc_side = 'after' then 'insert'
                when cdc_op in ('D', 'DELETE') and cdc_side = 'before' then 'delete'
                when cdc_op in ('U', 'UPDATE', 'UPDATE_BEFOR', 'UPDATE_BEFORE') and cdc_side = 'before' then 'update_before'
                when cdc_op in ('U', 'UPDATE', 'UPDATE_AFTER') and cdc_side = 'after' then 'update'
                when cdc_op is null then if(cdc_side = 'before', 'delete', 'insert')
            end as cdc_operation,
            case
                when coalesce(cdc_op, 'I') in ('I', 'INSERT', 'U', 'UPDATE', 'UPDATE_BEFOR', 'UPDATE_BEFORE', 'UPDATE_AFTER', 'D', 'DELETE')
                    then 'change'
            end as cdc_class
        from sided
    ),

    judged as (
        select
            * except (cdc_operation),
            if(cdc_side = 'before', 0L, 1L) as cdc_order_3,
            {{ spark_cdc._datahub_tuple_execute_time(stream, "cdc_time") }} as cdc_event_at,
            cdc_order_1 > 0 as cdc_identified,
            {{ spark_cdc._quarantine(checks) }} as cdc_quarantine,
            case when cdc_quarantine is null then cdc_operation end as cdc_operation
        from operated
    )

    {{ spark_cdc._event_rows("judged", without=["cdc_order_2", "cdc_captured_at", "cdc_transaction", "cdc_ddl", "cdc_ddl_meta"]) }}
{% endmacro %}
