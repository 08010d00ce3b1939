{# The properties of a model as YAML: its description (a docs block of the package), and tags by which dbt selects it. #}
{% macro _scaffold_layer(name, description, tags) %}
    {{ return([
        "version: 2",
        "",
        "models:",
        "  - name: " ~ name,
        "    description: \"{" ~ "{ doc('spark_cdc', '" ~ description ~ "') }" ~ "}\"",
        "    config:",
        "      tags: [" ~ tags | map("tojson") | join(", ") ~ "]",
    ] | join("\n") ~ "\n") }}
{% endmacro %}
