{#
    The rows of cdc_column_evidence that logs make: parts is a list of {log, stream} and, of those with a batch to add, last
    and newest (see cdc_column_evidence_materialization); added_to: the rows that are there already, or none.
#}
{% macro _evidence_rows(parts, added_to=none) %}
    {% set columns = {
        "cdc_stream": "string", "cdc_database": "string", "cdc_schema": "string", "cdc_table": "string", "column_name": "string",
        "evidence": "string", "data_type": "string", "cdc_type": "string", "column_number": "int", "key_number": "int",
        "is_optional": "boolean", "cdc_events": "bigint", "cdc_first_position": "string", "cdc_last_position": "string",
        "cdc_first_landed_at": "timestamp", "cdc_last_landed_at": "timestamp", "cdc_batch": "bigint",
    } %}
    with
    {% for part in parts %}
    rows_{{ loop.index }} as (
        select * from {{ part.log }}
        where cdc_class = 'change'{% if part.newest is defined %} and cdc_batch > {{ part.last }} and cdc_batch <= {{ part.newest }}{% endif %}
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
        {% if added_to %}
        select {{ columns | join(", ") }} from {{ added_to }}
        {% else %}
        select {% for name, type in columns.items() %}cast(null as {{ type }}) as {{ name }}{{ ", " if not loop.last }}{% endfor %} where false
        {% endif %}
    )

    {{ spark_cdc._column_evidence("counted") }}
{% endmacro %}
