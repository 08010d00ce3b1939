{#
    Lines that are message values: a query with the columns of _land_rows(). Every line is a message, including an empty one.
    The topic is the given one, or the file's name without its endings, and the offset is the line's number.
    path: of a file or folder, as Spark reads it. topic: or none. partition: of all rows. timestamp: SQL of all rows' time, or none.
#}
{% macro _land_values(path, topic, partition, timestamp) %}
    select
        cdc_file, cdc_line,
        {% if topic %}
        {{ spark_cdc._string_literal(topic) }} as topic,
        {% else %}
        regexp_replace(regexp_extract(cdc_file, '([^/]*)$', 1), '(?i)([.](jsonl|ndjson|json|txt|log))?([.]gz)?$', '') as topic,
        {% endif %}
        cast({{ partition }} as int) as `partition`,
        cdc_line as `offset`,
        {{ timestamp or "current_timestamp()" }} as `timestamp`,
        cast(null as string) as key,
        cdc_text as value,
        cast(null as string) as headers,
        cast(null as string) as cdc_problem
    from (
        {{ spark_cdc._land_text(path, true) }}
    ) as numbered
{% endmacro %}
