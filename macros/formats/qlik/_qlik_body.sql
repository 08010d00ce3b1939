{# The body of a parsed message (see _qlik_message), in the envelope or bare. #}
{% macro _qlik_body(m) -%}
    coalesce({{ m }}.message, case when {{ m }} is not null then named_struct(
        {% for field in ["headers", "schema", "table", "schemaId", "lineage", "tableStructure", "dataSchema"] %}'{{ field }}', {{ m }}.`{{ field }}`{{ ", " if not loop.last }}{% endfor %}
    ) end)
{%- endmacro %}
