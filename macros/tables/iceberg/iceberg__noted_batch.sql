{#
    See _noted_batch: no merge is computed on another snapshot than the one that it follows, so that a note holds for all that descend from
    its snapshot. If the state was replaced meanwhile, what it was made of holds.
#}
{% macro iceberg__noted_batch(state, noted, now) %}
    {% set holds = not noted or not now or spark_cdc._history(state, noted, now) is not none %}
    {{ return("cdc.applied_batch" if holds else "cdc.made_batch") }}
{% endmacro %}
