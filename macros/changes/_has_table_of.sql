{#
    _is_table_of() for a routed log: it begins with bare comparisons of the partition columns, which skip files. For a pattern, it
    compares the known part of the table's name: all of it, or the part before its first wildcard.
#}
{% macro _has_table_of(contract) -%}
    cdc_class in ('change', 'truncate')
    {% set names, starts, conditions = [], [], [] %}
    {% for table in contract.tables %}
        {% set name = table.split(".")[-1] %}
        {% if spark_cdc._is_pattern(name) %}
            {% do starts.append(modules.re.match("(?:%%|[^%])*", name).group() | replace("%%", "%")) %}
        {% else %}
            {% do names.append(spark_cdc._string_literal(name | replace("%%", "%"))) %}
        {% endif %}
    {% endfor %}
    {% if names %}{% do conditions.append("cdc_table in (" ~ names | unique | join(", ") ~ ")") %}{% endif %}
    {% for start in starts | unique %}{% do conditions.append("startswith(cdc_table, " ~ spark_cdc._string_literal(start) ~ ")") %}{% endfor %}
    {% if conditions and "" not in starts %}and ({{ conditions | join(" or ") }}){% endif %}
    and {{ spark_cdc._is_table_of(contract) }}
{%- endmacro %}
