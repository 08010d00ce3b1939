{#
    The relation of a format's messages (with cdc_topic, cdc_database, cdc_schema and cdc_table). If the stream has
    table_from_topic, messages that name no table get the names from their topic.
#}
{% macro _table_from_topic(stream, relation) -%}
    {%- if stream.table_from_topic -%}
    (
        select
            * except (cdc_database, cdc_schema, cdc_table),
            {% for part in ["database", "schema", "table"] %}
            coalesce(if(cdc_table is null, {{ spark_cdc._topic_name(stream, part) }}, null), cdc_{{ part }}) as cdc_{{ part }}{{ "," if not loop.last }}
            {% endfor %}
        from {{ relation }}
    ) as {{ relation }}
    {%- else -%}
    {{ relation }}
    {%- endif -%}
{%- endmacro %}
