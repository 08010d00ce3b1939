{#
    Whether a table has only had these operations between two of its snapshots (_history). So an incremental read of appends, deletes and
    rewritten files returns all new rows; an overwrite may have added rows that it does not return.
#}
{% macro _only_appended(table, from, to, operations) %}
    {{ return(spark_cdc._has_only(spark_cdc._history(table, from, to), operations)) }}
{% endmacro %}
