{# The `config` of a contract's column as a line of YAML, or nothing if its name and type are enough. type: its encoding. #}
{% macro _scaffold_config(column, type) %}
    {% set meta = [] %}
    {% if column.source != column.name %}{% do meta.append("source: " ~ spark_cdc._yaml_text(column.source)) %}{% endif %}
    {% if type %}{% do meta.append("type: " ~ spark_cdc._yaml_text(type)) %}{% endif %}
    {{ return("config: {meta: {cdc: {" ~ meta | join(", ") ~ "}}}" if meta else "") }}
{% endmacro %}
