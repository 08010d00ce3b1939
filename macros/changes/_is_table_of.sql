{#
    The condition that an event belongs to a contract: its `schema.table` (or `database.schema.table`) is listed or matches
    a listed pattern (see _name_pattern). A contract that lists no tables accepts every table. alias: an optional prefix of the
    column names, such as "log.".
#}
{% macro _is_table_of(contract, alias="") -%}
    {% set names = [
        "concat_ws('.', " ~ alias ~ "cdc_schema, " ~ alias ~ "cdc_table)",
        "concat_ws('.', " ~ alias ~ "cdc_database, " ~ alias ~ "cdc_schema, " ~ alias ~ "cdc_table)",
    ] %}
    {% set listed, patterns, conditions = [], [], [] %}
    {% for table in contract.tables %}
        {% if spark_cdc._is_pattern(table) %}{% do patterns.append(spark_cdc._name_pattern(table)) %}
        {% else %}{% do listed.append(spark_cdc._string_literal(table | replace("%%", "%"))) %}{% endif %}
    {% endfor %}
    {% for name in names %}
        {% if listed %}{% do conditions.append(name ~ " in (" ~ listed | join(", ") ~ ")") %}{% endif %}
        {% if patterns %}{% do conditions.append(name ~ " rlike " ~ spark_cdc._string_literal("\\A(?:" ~ patterns | join("|") ~ ")\\z")) %}{% endif %}
    {% endfor %}
    {%- if conditions -%}
    ({{ conditions | join(" or ") }})
    {%- else -%} true
    {%- endif %}
{%- endmacro %}
