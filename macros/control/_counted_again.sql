{#
    The statement that replaces the table of counts in one step, with logs that are counted from their first row.
    logs: those that are counted; since: those of them of which only later batches are (_log_counts).
    snapshot: that of the table before this run looked at it, if it exists with snapshots: the statement fails if another run has
    added rows since (_write_since). incremental: whether the table exists; rest: whether the counts of other logs stay. Some of
    those logs may no longer be in the project.
#}
{% macro _counted_again(target, logs, snapshot, incremental, since={}, rest=true) %}
    {% set again = logs | rejectattr("name", "in", since) | list %}
    {% set counts = [spark_cdc._log_counts(logs, since)] %}
    {% if incremental and rest %}
        {% do counts.append("select * from " ~ target ~ " where cdc_log not in ('" ~ again | map(attribute="name") | join("', '") ~ "')") %}
    {% endif %}
    {% for log in again if incremental and log.counted %}{% do counts.append(spark_cdc._reads_of_lost_batches(log, target)) %}{% endfor %}
    {% if incremental and snapshot %}{{ return(spark_cdc._write_since(target, snapshot, spark_cdc._in_one_file(counts))) }}{% endif %}
    create or replace table {{ target }}
    {{ spark_cdc._using() }}
    as {{ spark_cdc._in_one_file(counts) }}
{% endmacro %}
