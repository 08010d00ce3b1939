{#
    See _append. REPLACE WHERE false removes nothing, but its commit is validated: it fails if another run has added rows to the table, or
    replaced it. Source: Iceberg, Spark writes, isolation-level and validate-from-snapshot-id.
#}
{% macro iceberg__append(table, snapshot, rows) %}
    {{ return(spark_cdc._write_since(table, snapshot, rows, replaced="false")) }}
{% endmacro %}
