{#
    Writes to the properties of `this` log how far it has read, if the tables that it reads have snapshots: cdc.read,
    {table: snapshot}, and cdc.snapshot, the log's own snapshot after the run. If the log has another snapshot, because a run was
    killed before it wrote the note or another run wrote to the log, the note is not valid (_read_before).
    batch: read is that dict, or none; noted is the existing note; snapshot is the log's snapshot before this run.
#}
{% macro _note_read(batch, incremental) %}
    {% if not batch.read or (incremental and not batch.has_new and batch.read == batch.noted) %}{{ return(none) }}{% endif %}
    {% set snapshot = spark_cdc._next_snapshot(this, batch.snapshot if incremental) %}
    {% do run_query(
        "alter table " ~ this ~ " set tblproperties ('cdc.snapshot' = '" ~ snapshot ~ "', 'cdc.read' = "
        ~ spark_cdc._string_literal(tojson(batch.read, sort_keys=true)) ~ ")"
    ) %}
{% endmacro %}
