{#
    Whether an Iceberg table has only had appends, deletes and rewritten files between two of its snapshots. Then an incremental read
    returns all new rows. An overwrite may have added rows that it does not return.
    operations: the allowed operations, in place of these. Source: Iceberg, Spark queries, Incremental read.
#}
{% macro _only_appended(table, from, to, operations=["append", "replace", "delete"]) %}
    {% set steps = spark_cdc._history(table, from, to) %}
    {{ return(steps is not none and not steps | reject("in", operations) | list) }}
{% endmacro %}
