{#
    Body of a control model: the outcome of every landing row, one row per landing row that a log has read. cdc_outcome
    is the class of docs/semantics.md, L1: change, truncate, a kind of non-row event, duplicate, or quarantined (then with
    cdc_reason). A change of a table that no model declares is quarantined as missing_table; `unread` is a fault: the
    routed log has the change, and the table's changes log does not.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_landing_outcomes(events) %}
    {{ config(materialized="cdc_view") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {% set tables = spark_cdc._watched_tables(events) %}
    with rows_of_logs as (
        select
            *,
            case cdc_class when 'replay' then 0 when 'quarantined' then 2 else 1 end as cdc_rank
        from {{ events }}
    ),

    {# A message with several images is several rows of a log: the last batch counts, and in it the worst class. #}
    outcomes as (
        select
            cdc_stream, cdc_topic, cdc_partition, cdc_offset, cdc_copy, cdc_layer, cdc_reads_landing,
            min(cdc_batch) as cdc_batch,
            any_value(cdc_landed_at) as cdc_landed_at,
            max(cdc_database) as cdc_database,
            max(cdc_schema) as cdc_schema,
            max(cdc_table) as cdc_table,
            max_by(cdc_class, struct(cdc_batch, cdc_rank)) as cdc_class,
            max_by(cdc_log, struct(cdc_batch, cdc_rank)) as cdc_log,
            max_by(cdc_reason, struct(cdc_batch, cdc_rank)) as cdc_reason,
            max_by(cdc_detail, struct(cdc_batch, cdc_rank)) as cdc_detail,
            max_by(cdc_position, struct(cdc_batch, cdc_rank)) as cdc_position
        from rows_of_logs
        group by cdc_stream, cdc_topic, cdc_partition, cdc_offset, cdc_copy, cdc_layer, cdc_reads_landing
    ),

    judged as (
        select
            read.*,
            typed.cdc_log as cdc_typed_log,
            typed.cdc_class as cdc_typed_class,
            typed.cdc_reason as cdc_typed_reason,
            typed.cdc_detail as cdc_typed_detail,
            read.cdc_layer = 'routed' and read.cdc_class in ('change', 'truncate') as cdc_is_routed,
            (
                {% for table in tables if table.routed %}
                (read.cdc_log = '{{ table.routed.name }}' and {{ spark_cdc._is_table_of(table.contract, "read.") }}) or
                {% endfor %} false
            ) as cdc_is_declared
        from (select * from outcomes where cdc_reads_landing) as read
        left join (select * from outcomes where not cdc_reads_landing) as typed
            on read.cdc_stream = typed.cdc_stream and {{ spark_cdc._same_landing_row("read", "typed") }}
    )

    select
        cdc_stream,
        cdc_topic,
        cdc_partition,
        cdc_offset,
        cdc_copy,
        cdc_landed_at,
        cdc_batch,
        case
            when not cdc_is_routed then cdc_class
            when not cdc_is_declared then 'quarantined'
            else coalesce(cdc_typed_class, 'unread')
        end as cdc_outcome,
        case
            when not cdc_is_routed then cdc_reason
            when not cdc_is_declared then 'missing_table'
            else cdc_typed_reason
        end as cdc_reason,
        case
            when not cdc_is_routed then cdc_detail
            when not cdc_is_declared then concat('no model declares the table ', concat_ws('.', cdc_database, cdc_schema, cdc_table))
            else cdc_typed_detail
        end as cdc_detail,
        case when cdc_is_routed then coalesce(cdc_typed_log, cdc_log) else cdc_log end as cdc_log,
        cdc_database,
        cdc_schema,
        cdc_table,
        cdc_position
    from judged
{% endmacro %}
