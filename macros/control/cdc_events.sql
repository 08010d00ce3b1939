{#
    Body of the control model that all others read: every row of every log with one set of columns, without the typed columns
    and without the marks of trimmed rows. states: list of ref(...) of the state models, from which their logs are found.
    A state model of the same project that is not in the list is a compile error, because row accounting would miss its rows.
#}
{% macro cdc_events(states) %}
    {{ config(materialized="cdc_view") }}
    {% if not execute %}{{ return("select 1") }}{% endif %}
    {% set node = spark_cdc._node() %}
    {% for state in graph.nodes.values() if state.config.materialized == "cdc_state" and state.package_name == node.package_name %}
        {% if state.unique_id not in node.depends_on.nodes %}
            {{ spark_cdc._error("state_not_listed", model=node.name, state=state.name) }}
        {% endif %}
    {% endfor %}
    {% set logs = spark_cdc._logs_of(spark_cdc._tables_of(node)) %}
    {% for name, log in logs.items() %}
    select
        '{{ name }}' as cdc_log,
        '{{ log.layer }}' as cdc_layer,
        {{ log.reads_landing | lower }} as cdc_reads_landing,
        cdc_stream, cdc_batch, cdc_topic, cdc_partition, cdc_offset, cdc_copy, cdc_landed_at, cdc_class, cdc_operation,
        cdc_database, cdc_schema, cdc_table, cdc_position, cdc_event_at, cdc_captured_at, cdc_transaction, cdc_reason,
        cdc_detail, cdc_ddl, cdc_ddl_meta, cdc_key, cdc_value, cdc_headers
    from {{ log.relation }}
    where cdc_class <> 'trimmed'
    {{ "union all" if not loop.last }}
    {% endfor %}
{% endmacro %}
