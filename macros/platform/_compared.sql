{#
    A comparison with numbers that differ in every run, as SQL. It is in a lambda, because Spark does not compile lambdas, and would compile the query
    with other numbers in each run (_uncompiled). column: what is compared, as SQL; comparison: an operator and what stands behind it.
#}
{% macro _compared(column, comparison) -%}
    exists(array({{ column }}), value -> value {{ comparison }})
{%- endmacro %}
