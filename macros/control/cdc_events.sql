{#
    Body of the control model that all others read: every row of every log under one set of columns, the typed columns
    left out, and without the marks of what was trimmed. states: list of ref(...) of the state models; their logs are found from
    there. A state model of the same project that is not in the list is a compile error, because its rows would be missing from
    the accounts.
#}
{% macro cdc_events(states) %}
    {{ config(materialized="cdc_view") }}
    {% if not execute %}{{ return("select 1") }}{% endif %}
    {% set node = spark_cdc._node() %}
    {% for state in graph.nodes.values() if state.config.materialized == "cdc_state" and state.package_name == node.package_name %}
        {% if state.unique_id not in node.depends_on.nodes %}
            {{ exceptions.raise_compiler_error(
                "spark_cdc: " ~ node.name ~ " does not list ref('" ~ state.name ~ "'). Every state model must be listed. Read: docs/reference/control_models.md"
            ) }}
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
