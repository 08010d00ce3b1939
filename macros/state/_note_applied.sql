{#
    Writes to a state's properties what it has applied (_state_range), and the snapshot of which all of that is true (cdc.snapshot).
    So it does not matter which of two runs writes last. If a run is killed before it does, or another run has written since,
    a later run merges the same batches again, which changes nothing. cdc.alone_since changes with each run that does
    not find the state as the run before left it.
#}
{% macro _note_applied(state, range) %}
    {% set snapshot = spark_cdc._next_snapshot(state, range.snapshot, range.made) %}
    {% if range.read and not snapshot %}{{ return(none) }}{% endif %}
    {% do spark_cdc._set_properties(state, {
        "cdc.applied_batch": range.upto,
        "cdc.changes_snapshot": range.read or "",
        "cdc.snapshot": snapshot or "",
        "cdc.alone_since": range.alone_since if range.known else range.upto,
        "cdc.newest_position": range.reached,
        "cdc.late_batch": range.late_batch,
        "cdc.truncates": range.truncates | lower,
        "cdc.carries": range.carries | lower,
        "cdc.moves": range.moves_ever | lower,
        "cdc.parts": range.parts_ever | lower,
        "cdc.marked": range.quarantined | lower,
    }) %}
{% endmacro %}
