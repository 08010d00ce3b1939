{#
    A number (bigint) that differs in every run, as SQL. Spark writes a number into the Java code that it compiles for a query,
    so that each run would compile the query again, 3 of 10 CPU seconds of a batch of 100,000. An element of an array is
    looked up instead, if Spark cannot know its index when it plans. column: any column of the rows.
#}
{% macro _uncompiled(number, column) -%}
    array(cast({{ number }} as bigint))[hash({{ column }}) % 1]
{%- endmacro %}
