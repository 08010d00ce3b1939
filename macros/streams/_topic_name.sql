{# The SQL of a name (part: database, schema or table) that the topic gives by the stream's table_from_topic, or NULL. #}
{% macro _topic_name(stream, part) -%}
    {%- if part in (stream.table_from_topic or {}).get("groups", {}) -%}
    nullif(regexp_extract(cdc_topic, {{ spark_cdc._string_literal(stream.table_from_topic.regex) }}, {{ stream.table_from_topic.groups[part] }}), '')
    {%- else -%}
    cast(null as string)
    {%- endif -%}
{%- endmacro %}
