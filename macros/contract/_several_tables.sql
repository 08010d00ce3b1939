{# Whether several source tables may feed a contract's table, so that a row may move between them under its key. #}
{% macro _several_tables(contract) %}
    {{ return(contract.tables | length != 1 or spark_cdc._is_pattern(contract.tables[0])) }}
{% endmacro %}
