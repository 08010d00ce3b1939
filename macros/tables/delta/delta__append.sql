{#
    See _append: a compare-and-swap by Delta's idempotent writes. All runs write as the application spark_cdc, and each gives, as its version
    of the transaction, one more than the version of the table that the newest such write before its look has made, or the one that created
    the table; 0 if there is no table yet. If another run has added rows, or created or replaced the table, since, it gave the same version or
    a later one: Delta then skips this statement, which _check_written finds, or fails its commit.
    Source: Delta, Idempotent table writes. CREATE OR REPLACE TABLE AS SELECT takes the same options (tested, not documented).
#}
{% macro delta__append(table, snapshot, rows) %}
    {{ return("insert into " ~ table ~ " with " ~ spark_cdc.delta__writer(table, snapshot) ~ " by name " ~ rows) }}
{% endmacro %}
