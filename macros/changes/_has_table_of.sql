{# _is_table_of() for a routed log: led by bare comparisons with its partition columns, which skip files. #}
{% macro _has_table_of(contract) -%}
    cdc_class in ('change', 'truncate')
    {% set names = [] %}
    {% for table in contract.tables %}{% do names.append(spark_cdc._string_literal(table.split(".")[-1])) %}{% endfor %}
    {% if names %}and cdc_table in ({{ names | unique | join(", ") }}){% endif %}
    and {{ spark_cdc._is_table_of(contract) }}
{%- endmacro %}
