{# The WHERE clause of the rows of a log that are to be counted, or nothing for all of them. since: see _log_counts. #}
{% macro _later_batches(log, since) -%}
    {{ "where " ~ spark_cdc._in_batches(since[log.name][0]) if log.name in since }}
{%- endmacro %}
