{#
    The statement that replaces the table of counts in one step, with logs that are counted from their first row.
    snapshot: that of the table before this run looked at it, if it exists with snapshots: the statement fails if another run has
    added rows since (_write_since). incremental: whether the table exists; added: queries of further counts; rest: whether the counts of other logs stay. Some of
    those logs may no longer be in the project.
#}
{% macro _counted_again(target, logs, snapshot, incremental, added=[], rest=true) %}
    {% set counts = added | list %}
    {% if incremental and rest %}
        {% do counts.append("select * from " ~ target ~ " where cdc_log not in ('" ~ logs | map(attribute="name") | join("', '") ~ "')") %}
    {% endif %}
    {% for log in logs %}
        {% do counts.append(spark_cdc._log_counts(log)) %}
        {% if incremental and log.counted %}{% do counts.append(spark_cdc._reads_of_lost_batches(log, target)) %}{% endif %}
    {% endfor %}
    {% if incremental and snapshot %}{{ return(spark_cdc._write_since(target, snapshot, spark_cdc._in_one_file(counts))) }}{% endif %}
    create or replace table {{ target }}
    {{ spark_cdc._using() }}
    as {{ spark_cdc._in_one_file(counts) }}
{% endmacro %}
