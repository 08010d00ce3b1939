{#
    The statement that replaces the table of counts in one step, with logs that are counted from their first row.
    logs: those that are counted; since: those of them of which only later batches are (_log_counts).
    snapshot: that of the table before this run looked at it, if it exists with snapshots: the statement fails if another run has
    added rows since (_write_since); else _before_replacing. incremental: whether the table exists; rest: whether the counts of other logs stay.
#}
{% macro _counted_again(target, logs, snapshot, incremental, since={}, rest=true) %}
    {% set counts = spark_cdc._union_all(spark_cdc._all_counts(logs, target if incremental else none, since, rest), one_file=true) %}
    {% if incremental and snapshot %}{{ return(spark_cdc._write_since(target, snapshot, counts)) }}{% endif %}
    create or replace table {{ target }}
    {{ spark_cdc._using() }}
    {{ spark_cdc._unless_written(target, snapshot) }}
    as {{ counts }}
{% endmacro %}
