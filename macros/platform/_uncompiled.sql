{#
    A number (bigint) that every run has another of, as SQL. Spark writes a number into the Java that it compiles for a query,
    so that each run would compile the query again, 3 of 10 CPU seconds of a batch of 100,000; an element of an array
    it looks up instead, where it cannot tell ahead which one. column: any column of the rows.
#}
{% macro _uncompiled(number, column) -%}
    array(cast({{ number }} as bigint))[hash({{ column }}) % 1]
{%- endmacro %}
