{#
    See _append: a compare-and-swap by Delta's idempotent writes. All runs write as the application spark_cdc, and each gives, as its version
    of the transaction, the version of the table that the newest such write before its look has made, or the one that created the table. If
    another run has written since, it gave the same version: Delta then skips this statement, which _check_written finds, or fails its
    commit. A run whose table is replaced meanwhile is not noticed.
    Source: Delta, Idempotent table writes.
#}
{% macro delta__append(table, snapshot, rows) %}
    {{ return("insert into " ~ table ~ " " ~ spark_cdc.delta__writer(table, snapshot) ~ " by name " ~ rows) }}
{% endmacro %}
