{#
    Body of a control model: the accounts of docs/semantics.md, L1, one row per stream and class of outcome. cdc_landed is
    what the landing tables hold today, the same in each row of a stream; the sum of cdc_rows over its classes must
    equal it, and `unread` must not be there (test: cdc_conservation).
    outcomes: ref(...) of the model of cdc_landing_outcomes(); events: ref(...) of the model of cdc_events().
#}
{% macro cdc_accounting(events, outcomes) %}
    {{ config(materialized="view") }}
    {% if not execute %}{{ return("select 1 from " ~ events ~ ", " ~ outcomes) }}{% endif %}
    {% set streams = {} %}
    {% for table in spark_cdc._watched_tables(events) %}
        {% do streams.update({table.stream.name: table.stream}) %}
        {% for log in spark_cdc._logs_read_by(table.routed) if table.routed %}
            {% set stream = spark_cdc._stream(log) %}
            {% do streams.update({stream.name: stream}) %}
        {% endfor %}
    {% endfor %}
    with landed as (
        {% for name, stream in streams.items() %}
        select '{{ name }}' as cdc_stream, count(*) as cdc_landed
        from (
            {% for table in spark_cdc._landing_tables(stream, graph.sources[stream.node].relation_name) %}
            select 1 from {{ table.relation }}
            {{ "union all" if not loop.last }}
            {% endfor %}
        ) as landing
        {{ "union all" if not loop.last }}
        {% endfor %}
    ),

    classes as (
        select cdc_stream, cdc_outcome, cdc_reason, count(*) as cdc_rows
        from {{ outcomes }}
        group by cdc_stream, cdc_outcome, cdc_reason
    )

    select
        landed.cdc_stream,
        classes.cdc_outcome,
        classes.cdc_reason,
        coalesce(classes.cdc_rows, 0) as cdc_rows,
        landed.cdc_landed
    from landed
    left join classes on landed.cdc_stream = classes.cdc_stream
{% endmacro %}
