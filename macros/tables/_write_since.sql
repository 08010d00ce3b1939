{#
    The statement that replaces all rows of a table by the rows of a query, by name. It fails, or _check_written does, if another run has
    added rows to the table since `snapshot`: see _append.
#}
{% macro _write_since(table, snapshot, rows) %}
    {{ return(spark_cdc._of_format("write_since", snapshot)(table, snapshot, "true", rows)) }}
{% endmacro %}
