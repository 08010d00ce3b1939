{#
    The changes among `rows` (events of one stream), one row for each shape: all messages with the same declared types
    count as one, so that the cost of later steps depends on shapes and not on messages. Every `<format>__types`
    starts from it and passes its columns on: cdc_stream, cdc_batch, cdc_database, cdc_schema, cdc_table, cdc_events,
    cdc_first_position, cdc_last_position, cdc_first_landed_at, cdc_last_landed_at.
    by: names of columns of `rows` that make up the shape. samples: columns for which one value of the shape is enough.
#}
{% macro _shapes(rows, by, samples=[]) %}
    select
        cdc_stream, cdc_batch, cdc_database, cdc_schema, cdc_table,
        {{ by | join(", ") }},
        {% for column in samples %}any_value({{ column }}) as {{ column }},
        {% endfor %}
        count(*) as cdc_events,
        min(cdc_position) as cdc_first_position,
        max(cdc_position) as cdc_last_position,
        min(cdc_landed_at) as cdc_first_landed_at,
        max(cdc_landed_at) as cdc_last_landed_at
    from {{ rows }}
    where cdc_class = 'change'
    group by cdc_stream, cdc_batch, cdc_database, cdc_schema, cdc_table, {{ by | join(", ") }}
{% endmacro %}
