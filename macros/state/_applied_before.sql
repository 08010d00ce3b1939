{#
    The last batch that the present snapshot of `this` state has applied for certain (-1 if none), by its properties. A run notes
    cdc.applied_batch of its snapshot (cdc.snapshot). If the state has changed since, the table format decides what holds (_noted_batch).
    known: whether the state still has that snapshot's rows.
#}
{% macro _applied_before(properties, known) %}
    {% set noted, now = properties["cdc.snapshot"], properties["snapshot"] %}
    {{ return((properties["cdc.applied_batch" if known else spark_cdc._noted_batch(noted, now)] or -1) | int) }}
{% endmacro %}
