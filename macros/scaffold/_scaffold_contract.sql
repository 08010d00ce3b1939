{#
    The properties of a current model as YAML: the contract, what it is read from, and the tests of its key. What a
    description quotes from messages loses its braces, since dbt renders descriptions.
#}
{% macro _scaffold_contract(table) %}
    {% set key = [] %}
    {% for name in table.key %}{% do key.append(spark_cdc._yaml_text(name)) %}{% endfor %}
    {% set grain = "one row per " ~ table.key | join(" and ") if table.key else "equal rows count, for no key is known" %}
    {% set lines = [
        "version: 2",
        "",
        "models:",
        "  - name: " ~ table.name,
        "    description: " ~ spark_cdc._yaml_text("Table " ~ table.source ~ " of stream " ~ table.stream ~ "; " ~ grain ~ "."),
        "    config:",
        "      contract: {enforced: true}",
        "      meta:",
        "        cdc:",
        "          tables: [" ~ spark_cdc._yaml_text(table.source | replace("%", "%%")) ~ "]",
        "          key: [" ~ key | join(", ") ~ "]",
    ] %}
    {% if key | length > 1 %}
        {% do lines.extend(["    data_tests:", "      - spark_cdc.cdc_unique_key:", "          arguments: {columns: [" ~ key | join(", ") ~ "]}"]) %}
    {% endif %}
    {% do lines.append("    columns:") %}
    {% for column in table.columns %}
        {% do lines.extend([
            "      - name: " ~ spark_cdc._yaml_text(column.name),
            "        data_type: " ~ column.data_type,
            "        description: " ~ spark_cdc._yaml_text(column.description | replace("{", "(") | replace("}", ")")),
        ]) %}
        {% set meta = [] %}
        {% if column.source != column.name %}{% do meta.append("source: " ~ spark_cdc._yaml_text(column.source)) %}{% endif %}
        {% if column.type %}{% do meta.append("type: " ~ spark_cdc._yaml_text(column.type)) %}{% endif %}
        {% if meta %}{% do lines.append("        config: {meta: {cdc: {" ~ meta | join(", ") ~ "}}}") %}{% endif %}
        {% if column.key %}{% do lines.append("        data_tests: [" ~ ("unique, not_null" if key | length == 1 else "not_null") ~ "]") %}{% endif %}
    {% endfor %}
    {{ return(lines | join("\n") ~ "\n") }}
{% endmacro %}
