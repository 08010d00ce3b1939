{#
    The last batch that the present snapshot of `this` state has applied for certain (-1 if none), by its properties. A run notes
    cdc.applied_batch of its snapshot (cdc.snapshot), so that it holds for all that descend from it. If the state was replaced
    meanwhile, by a run that was killed before its note, or that overlapped another one, cdc.made_batch holds.
    known: whether the state still has that snapshot's rows.
#}
{% macro _applied_before(properties, known) %}
    {% set noted, now = properties["cdc.snapshot"], properties["snapshot"] %}
    {{ return((properties["cdc.applied_batch" if known else spark_cdc._noted_batch(noted, now)] or -1) | int) }}
{% endmacro %}
