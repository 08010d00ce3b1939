{# _is_table_of() for a routed log: led by bare comparisons with its partition columns, which skip files. #}
{% macro _has_table_of(contract) -%}
    cdc_class in ('change', 'truncate')
    {% if contract.tables %}
    and cdc_table in ({% for table in contract.tables %}{{ spark_cdc._string_literal(table.split(".")[-1]) }}{{ ", " if not loop.last }}{% endfor %})
    {% endif %}
    and {{ spark_cdc._is_table_of(contract) }}
{%- endmacro %}
