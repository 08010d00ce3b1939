{#
    See _noted_batch. A merge that was computed on an earlier snapshot than the one that it follows may have put back rows that another
    run had merged (delta__is_at), and its run may have been killed before _check_alone. So nothing is certain of a state that
    is not as its last run left it, or as it was created.
#}
{% macro delta__noted_batch(state, noted, now) %}
    {{ return("cdc.applied_batch" if not noted and (not now or spark_cdc.delta__next_snapshot(state, none)) else "") }}
{% endmacro %}
