{#
    The properties of a model below the current one, as YAML: its description (a docs block of the package), tags by which dbt
    selects it, group and access (private: whether its group is declared), and its columns: those of the contract, a list of {name,
    description}, without their types, which the contract alone declares; then the package's own, of a layer of _metadata_columns.
    lines: more lines of its config.
#}
{% macro _scaffold_layer(name, description, tags, private, layer, columns=[], lines=[]) %}
    {% set texts = [
        "  - name: " ~ name,
        "    description: \"{" ~ "{ doc('spark_cdc', '" ~ description ~ "') }" ~ "}\"",
        "    config:",
        "      tags: [" ~ tags | map("tojson") | join(", ") ~ "]",
    ] + lines %}
    {% if private %}{% do texts.extend(["      group: cdc", "      access: private"]) %}{% endif %}
    {% do texts.append("    columns:") %}
    {% for column in columns %}
        {% do texts.append(
            "      - {name: " ~ spark_cdc._yaml_text(column.name) ~ ", description: "
            ~ spark_cdc._yaml_text(column.description | replace("{", "(") | replace("}", ")")) ~ "}"
        ) %}
    {% endfor %}
    {% for column, type in spark_cdc._metadata_columns()[layer].items() %}
        {% do texts.append(
            "      - {name: " ~ column ~ (", data_type: " ~ type if type) ~ ", description: \"{" ~ "{ doc('spark_cdc', '" ~ column ~ "') }" ~ "}\"}"
        ) %}
    {% endfor %}
    {{ return(texts | join("\n") ~ "\n") }}
{% endmacro %}
