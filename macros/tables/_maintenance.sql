{#
    The maintenance steps of a table, as a list of dicts: what (a line for the user), found (for _maintenance_found; none if nothing is
    printed) and sql (statements). Each statement changes the table atomically, or not at all, and is safe to re-run.
    table: <schema>.<table>; format: its table format; keep: snapshots (a list) that a later run compares with; older_than: what only
    snapshots before this time (SQL) have is removed, except for those and newer ones than those; orphans_older_than: likewise for files
    that no snapshot has.
#}
{% macro _maintenance(table, format, keep, older_than, orphans_older_than) %}
    {{ return(spark_cdc._of_format("maintenance", format=format)(table, keep, older_than, orphans_older_than)) }}
{% endmacro %}
