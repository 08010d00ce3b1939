{#
    The properties of a current model as YAML: the contract, its source table, and the tests of its key. Text from messages
    in a description loses its braces, because dbt renders descriptions. private: whether the group of the models below is declared.
#}
{% macro _scaffold_contract(table, private) %}
    {% set key = [] %}
    {% for name in table.key %}{% do key.append(spark_cdc._yaml_text(name)) %}{% endfor %}
    {% set grain = "one row per " ~ table.key | join(" and ") if table.key
        else "its key cannot be declared" if table.lost else "equal rows count, for no key is known" %}
    {% set lines = ["version: 2", "", "models:"] %}
    {% if table.lost %}
        {% do lines.extend([
            spark_cdc._scaffold_comment(2, "TODO: the table's key has the column " ~ table.lost | join(", ") ~ ", which cannot be declared, so its models are switched off."),
            "  # Either rename that column in the source or the connector, delete these files and run cdc_scaffold again, or name in",
            "  # `key` other columns that identify a row and are in every delete, and take out the three lines with `enabled: false`;",
            "  # then run cdc_scaffold again, which lists the table in control/cdc_events.sql.",
        ]) %}
        {% for layer in spark_cdc._scaffold_layers(table, private) %}{% do lines.append(layer | trim("\n")) %}{% endfor %}
    {% endif %}
    {% do lines.extend([
        "  - name: " ~ table.name,
        "    description: " ~ spark_cdc._yaml_text("Table " ~ table.source ~ " of stream " ~ table.stream ~ "; " ~ grain ~ "."),
        "    config:",
        "      tags: [" ~ [table.stream, table.name, "current"] | map("tojson") | join(", ") ~ "]",
    ]) %}
    {% if table.lost %}{% do lines.append("      enabled: false") %}{% endif %}
    {% if private %}{% do lines.append("      group: cdc") %}{% endif %}
    {% do lines.extend([
        "      access: public",
        "      contract: {enforced: true}",
        "      meta:",
        "        cdc:",
        "          tables: [" ~ spark_cdc._yaml_text(table.source | replace("%", "%%")) ~ "]",
        "          key: [" ~ key | join(", ") ~ "]",
    ]) %}
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
        {% set config = spark_cdc._scaffold_config(column, column.type) %}
        {% if config %}{% do lines.append("        " ~ config) %}{% endif %}
        {% set guess = column.guess %}
        {% if guess %}
            {% do lines.append(spark_cdc._scaffold_comment(8, guess.reason)) %}
            {% if guess.data_type %}
                {% do lines.append("        # data_type: " ~ guess.data_type) %}
                {% set config = spark_cdc._scaffold_config(column, guess.type) %}
                {% if config and guess.type %}{% do lines.append("        # " ~ config) %}{% endif %}
            {% endif %}
        {% endif %}
        {% if column.key %}{% do lines.append("        data_tests: [" ~ ("unique, not_null" if key | length == 1 else "not_null") ~ "]") %}{% endif %}
    {% endfor %}
    {{ return(lines | join("\n") ~ "\n") }}
{% endmacro %}
