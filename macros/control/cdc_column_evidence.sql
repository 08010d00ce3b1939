{#
    Body of a control model: what the messages of routed streams say of their columns' types, added up: one row per
    stream, table, column and kind of evidence (columns: debezium__types), with the number of messages and the first and
    last of them. Each run reads the batches that came since; a log that was made anew is read again. Columns that no
    contract declares are here too. Streams without a routed model are not: their logs keep no messages.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_column_evidence(events) %}
    {{ config(materialized="cdc_totals") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {% set streams = {} %}
    {% for table in spark_cdc._watched_tables(events) if table.routed %}{% do streams.update({table.routed.relation_name: table.stream}) %}{% endfor %}
    {% set made_from = spark_cdc._made_from(streams) if spark_cdc._runs() else "" %}
    {% set incremental = spark_cdc._is_incremental() and spark_cdc._table_property("cdc.made_from") == made_from %}
    {% set parts = [] %}
    {% for log, stream in streams.items() %}
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
    {% if incremental and not parts %}{{ return(spark_cdc._nothing_new() ~ " select * from " ~ this) }}{% endif %}
    {% set columns = {
        "cdc_stream": "string", "cdc_database": "string", "cdc_schema": "string", "cdc_table": "string", "column_name": "string",
        "evidence": "string", "data_type": "string", "cdc_type": "string", "column_number": "int", "key_number": "int",
        "is_optional": "boolean", "cdc_events": "bigint", "cdc_first_position": "string", "cdc_last_position": "string",
        "cdc_first_landed_at": "timestamp", "cdc_last_landed_at": "timestamp", "cdc_batch": "bigint",
    } %}
    {{ made_from }}
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
        {% for part in parts %}
        select {{ columns | join(", ") }} from types_{{ loop.index }}
        union all
        {% endfor %}
        {% if incremental %}
        select {{ columns | join(", ") }} from {{ this }}
        {% else %}
        select {% for name, type in columns.items() %}cast(null as {{ type }}) as {{ name }}{{ ", " if not loop.last }}{% endfor %} where false
        {% endif %}
    )

    {{ spark_cdc._column_evidence("counted") }}
{% endmacro %}
