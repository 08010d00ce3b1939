{#
    The statement that appends rows (a query) to a table in one step, by name. It fails, or _check_written does, if another run has added
    rows to the table since `snapshot`. Deletes and rewritten files do not count.
    snapshot: the table's snapshot before this run looked at it; "none" of an empty table.
#}
{% macro _append(table, snapshot, rows) %}
    {% if not snapshot %}{{ return("insert into " ~ table ~ " by name " ~ rows) }}{% endif %}
    {{ return(spark_cdc._of_format("append", snapshot)(table, snapshot, rows)) }}
{% endmacro %}
