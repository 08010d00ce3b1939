{#
    A table's snapshot before a run replaces it, for _unless_written; none in a table format that always replaces it.
    existing: the table in dbt's cache, or none.
#}
{% macro _before_replacing(existing) %}
    {{ return(spark_cdc._of_format("before_replacing", format=spark_cdc._file_format())(existing)) }}
{% endmacro %}
