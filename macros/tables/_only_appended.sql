{#
    Whether a table has only had these operations between two of its snapshots (_history). So an incremental read of appends, deletes and
    rewritten files returns all new rows; an overwrite may have added rows that it does not return.
#}
{% macro _only_appended(table, from, to, operations) %}
    {% set steps = spark_cdc._history(table, from, to) %}
    {{ return(steps is not none and not steps | reject("in", operations) | list) }}
{% endmacro %}
