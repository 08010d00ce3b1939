{# The properties of the changes and the state model of a table (see _scaffold_plan), as YAML: see _scaffold_layer. #}
{% macro _scaffold_layers(table, private) %}
    {% set off = ["      enabled: false"] if table.lost else [] %}
    {% set found = [] %}
    {% for layer, description in {"changes": "changes_log", "state": "state_table"}.items() %}
        {% do found.append(spark_cdc._scaffold_layer(
            layer ~ "_" ~ table.name, description, [table.stream, table.name, layer], private,
            "bag" if layer == "state" and not table.key else layer, table.columns, off
        )) %}
    {% endfor %}
    {{ return(found) }}
{% endmacro %}
