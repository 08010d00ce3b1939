{#
    The rows of cdc_column_evidence from logs. parts: a list of {log, stream} and, for those with a new batch, last, newest
    and the number of changes (see cdc_column_evidence_materialization); added_to: the existing rows, or none.
    Of a table with at least 4,000 changes in a batch, 2,000 to 3,000 are sampled evenly: the evidence of a message costs about
    as much as its typed row, and messages of one table hardly differ.
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
    changes_{{ loop.index }} as (
        select * from {{ part.log }}
        where cdc_class = 'change'{% if part.newest is defined %} and {{ spark_cdc._in_batches(part.last, part.newest) }}{% endif %}
    ),

    rows_{{ loop.index }} as (
        {% if part.changes is defined and part.changes < 4000 %}
        select * from changes_{{ loop.index }}
        {% else %}
        select /*+ broadcast(sizes) */ changes.*
        from changes_{{ loop.index }} as changes
        inner join (
            select cdc_batch, cdc_database, cdc_schema, cdc_table, greatest(1, count(*) div 2000) as cdc_one_of
            from changes_{{ loop.index }}
            group by cdc_batch, cdc_database, cdc_schema, cdc_table
        ) as sizes
            on
                changes.cdc_batch = sizes.cdc_batch
                and changes.cdc_database <=> sizes.cdc_database
                and changes.cdc_schema <=> sizes.cdc_schema
                and changes.cdc_table <=> sizes.cdc_table
        where pmod(xxhash64(changes.cdc_position), sizes.cdc_one_of) = 0
        {% endif %}
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
