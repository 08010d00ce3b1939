{#
    _is_table_of() for a routed log: led by bare comparisons with its partition columns, which skip files. Of a pattern,
    what is known of the table's name is compared: all of it, or what stands before its first wildcard.
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
