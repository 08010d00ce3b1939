{#
    The relation that has the rows that were appended to a table between two of its snapshots, as SQL, or none if the table format cannot
    give exactly these.
#}
{% macro _appended(table, from, to) %}
    {% set steps = spark_cdc._history(table, from, to) %}
    {% if steps is none or steps | reject("in", ["append", "replace", "delete"]) | list %}{{ return(none) }}{% endif %}
    {{ return(spark_cdc._of_format("appended", to)(table, from, to)) }}
{% endmacro %}
