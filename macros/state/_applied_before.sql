{#
    The last batch that the present snapshot of `this` state has applied for certain (-1 if none), by its properties. A run notes
    cdc.applied_batch of its snapshot (cdc.snapshot), so that it holds for all that descend from it. If the state was replaced
    meanwhile, by a run that was killed before its note, or that overlapped another one, cdc.made_batch holds.
    known: whether the state still has that snapshot's rows.
#}
{% macro _applied_before(properties, known) %}
    {% set noted, now = properties["cdc.snapshot"], properties["current-snapshot-id"] %}
    {% set holds = known or not noted or not now or spark_cdc._history(this, noted, now) is not none %}
    {{ return((properties["cdc.applied_batch" if holds else "cdc.made_batch"] or -1) | int) }}
{% endmacro %}
