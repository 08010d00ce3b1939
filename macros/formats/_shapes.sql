{#
    The changes among `rows` (events of one stream), one row for each shape: all messages that say the same of their
    columns' types count as one, so that what follows costs by shapes and not by messages. Every `<format>__types`
    starts from it and hands its columns on: cdc_stream, cdc_batch, cdc_database, cdc_schema, cdc_table, cdc_events,
    cdc_first_position, cdc_last_position, cdc_first_landed_at, cdc_last_landed_at.
    by: names of columns of `rows` that make up the shape. samples: columns of which one value of the shape is enough.
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
