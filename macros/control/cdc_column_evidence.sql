{#
    Body of a control model: what the messages of routed streams say of their columns' types, added up: one row per
    stream, table, column and kind of evidence (columns: debezium__types), with the number of messages and the first and
    last of them. Each run reads the batches that came since; a log that was made anew is read again. Columns that no contract declares are here too.
    logs: list of ref(...) of routed models.
#}
{% macro cdc_column_evidence(logs) %}
    {{ config(materialized="cdc_totals") }}
    {% if not execute %}{{ return("select 1 from " ~ logs | join(", ")) }}{% endif %}
    {% set incremental = spark_cdc._is_incremental() and spark_cdc._table_property("cdc.made_from") == spark_cdc._made_from() %}
    {% set parts = [] %}
    {% for log in logs %}
        {% set nodes = [] %}
        {% for id in spark_cdc._node().depends_on.nodes if graph.nodes[id].relation_name == log.render() %}
            {% do nodes.append(graph.nodes[id]) %}
        {% endfor %}
        {% set stream = spark_cdc._stream(nodes[0]) %}
        {% set last = -1 %}
        {% if incremental %}
            {% set last = spark_cdc._scalar("select max(cdc_batch) from " ~ this ~ " where cdc_stream = '" ~ stream.name ~ "'") or -1 %}
        {% endif %}
        {% set newest = 9223372036854775807 %}
        {% if spark_cdc._runs() %}
            {% set newest = spark_cdc._scalar("select max(cdc_batch) from " ~ log ~ " where cdc_class = 'change'") or -1 %}
        {% endif %}
        {% if newest | int > last | int or not incremental %}
            {% do parts.append({"log": log, "stream": stream, "last": last, "newest": newest}) %}
        {% endif %}
    {% endfor %}
    {% if not parts %}{{ return(spark_cdc._nothing_new() ~ " select * from " ~ this) }}{% endif %}
    with
    {% for part in parts %}
    rows_{{ loop.index }} as (
        select * from {{ part.log }}
        where cdc_class = 'change' and cdc_batch > {{ part.last }} and cdc_batch <= {{ part.newest }}
    ),

    types_{{ loop.index }} as (
        {{ spark_cdc._format(part.stream.format, "types")(part.stream, "rows_" ~ loop.index) }}
    ),
    {% endfor %}

    counted as (
        {% set columns = "cdc_stream, cdc_database, cdc_schema, cdc_table, column_name, evidence, data_type, cdc_type, column_number,"
            ~ " key_number, is_optional, cdc_events, cdc_first_position, cdc_last_position, cdc_first_landed_at, cdc_last_landed_at, cdc_batch" %}
        {% for part in parts %}
        select {{ columns }} from types_{{ loop.index }}
        {{ "union all" if not loop.last }}
        {% endfor %}
        {% if incremental %}
        union all
        select {{ columns }} from {{ this }}
        {% endif %}
    )

    {{ spark_cdc._column_evidence("counted") }}
{% endmacro %}
