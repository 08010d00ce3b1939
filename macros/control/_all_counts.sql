{#
    The queries whose rows together are the counts of all logs, as a list: those of the logs that are counted now, those that cdc_batches
    has of the others, and its reads of batches that a log counted from its first row no longer has.
    logs, since: see _log_counts. counted: relation of cdc_batches, none if it does not exist; rest: whether the counts of other logs stay.
    Some of those logs may no longer be in the project.
#}
{% macro _all_counts(logs, counted, since={}, rest=true) %}
    {% set queries = [spark_cdc._log_counts(logs, since)] %}
    {% set again = logs | rejectattr("name", "in", since) | list %}
    {% if counted and rest %}
        {% do queries.append("select * from " ~ counted ~ " where cdc_log not in ('" ~ again | map(attribute="name") | join("', '") ~ "')") %}
    {% endif %}
    {% for log in again if counted and log.counted %}{% do queries.append(spark_cdc._reads_of_lost_batches(log, counted)) %}{% endfor %}
    {{ return(queries) }}
{% endmacro %}
