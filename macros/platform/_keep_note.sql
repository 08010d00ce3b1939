{#
    After an operation of this package has written to a table: the note of the snapshot that the table's last run left (cdc.snapshot)
    is set to the new one, so that the next run trusts what that one noted. Nothing is noted where the note did not hold before,
    or somebody else wrote meanwhile. before: the table's properties as they were.
#}
{% macro _keep_note(table, before) %}
    {% if before["cdc.snapshot"] and before["cdc.snapshot"] == before["current-snapshot-id"] %}
        {% set snapshot = spark_cdc._next_snapshot(table, before["cdc.snapshot"]) %}
        {% if snapshot %}{% do run_query("alter table " ~ table ~ " set tblproperties ('cdc.snapshot' = '" ~ snapshot ~ "')") %}{% endif %}
    {% endif %}
{% endmacro %}
