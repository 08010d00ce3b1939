{#
    The statement that appends rows (a query) to a table in one step, by name. With Iceberg, it fails if another run has added rows to
    the table, or replaced it, since `snapshot`: REPLACE WHERE false removes nothing, but its commit is validated. Deletes and
    rewritten files do not count.
    snapshot: the table's snapshot before this run looked at it; "none" of an empty table.
    Source: Iceberg, Spark writes, isolation-level and validate-from-snapshot-id.
#}
{% macro _append(table, snapshot, rows) %}
    {% if not snapshot %}{{ return("insert into " ~ table ~ " by name " ~ rows) }}{% endif %}
    {{ return(spark_cdc._write_since(table, snapshot, "false", rows)) }}
{% endmacro %}
