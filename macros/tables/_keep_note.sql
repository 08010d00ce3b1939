{#
    After an operation of this package has written to a table, sets the note of the snapshot that the table's last run left
    (cdc.snapshot) to the new snapshot, so that the next run can rely on that run's other notes. Does nothing if the note was not
    valid before, or something else has written meanwhile. before: the table's properties before the operation.
#}
{% macro _keep_note(table, before) %}
    {% if before["cdc.snapshot"] and before["cdc.snapshot"] == before["snapshot"] %}
        {% set snapshot = spark_cdc._next_snapshot(table, before["cdc.snapshot"]) %}
        {% if snapshot %}{% do spark_cdc._set_properties(table, {"cdc.snapshot": snapshot}) %}{% endif %}
    {% endif %}
{% endmacro %}
