{# The rows that were appended between two snapshots, if only appends, deletes and rewritten files lie between them. Source: Iceberg, Spark queries, Incremental read. #}
{% macro iceberg__appended(table, from, to) %}
    {{ return(table ~ " with (`start-snapshot-id` = '" ~ from ~ "', `end-snapshot-id` = '" ~ to ~ "')") }}
{% endmacro %}
