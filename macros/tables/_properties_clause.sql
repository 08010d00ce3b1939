{# The clause of a statement that sets table properties. properties: a dict of texts and numbers; all are written as texts. #}
{% macro _properties_clause(properties) %}
    {% set texts = [] %}
    {% for name, value in properties.items() %}{% do texts.append("'" ~ name ~ "' = " ~ spark_cdc._string_literal(value)) %}{% endfor %}
    {{ return("tblproperties (" ~ texts | join(", ") ~ ")") }}
{% endmacro %}
