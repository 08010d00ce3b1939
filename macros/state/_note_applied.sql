{#
    Notes in a state's properties what it has applied (_state_range). A run that is killed before it merges the same
    batches again, which changes nothing. Of two runs at the same time, the one that writes last has not seen all of the
    state: it notes no snapshot, and the next run takes nothing for granted. cdc.alone_since changes with each run that does not
    find the state as the one before left it.
#}
{% macro _note_applied(state, range) %}
    {% set notes = {
        "cdc.applied_batch": range.upto,
        "cdc.changes_snapshot": range.read or "",
        "cdc.snapshot": spark_cdc._next_snapshot(state, range.snapshot),
        "cdc.alone_since": range.alone_since if range.known else range.upto,
        "cdc.newest_position": range.reached,
        "cdc.truncates": range.truncates | lower,
        "cdc.carries": range.carries | lower,
        "cdc.parts": range.parts_ever | lower,
        "cdc.marked": range.quarantined | lower,
    } %}
    {% set texts = [] %}
    {% for name, value in notes.items() %}{% do texts.append("'" ~ name ~ "' = '" ~ value ~ "'") %}{% endfor %}
    {% do run_query("alter table " ~ state ~ " set tblproperties (" ~ texts | join(", ") ~ ")") %}
{% endmacro %}
