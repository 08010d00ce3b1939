{#
    Notes in the properties of `this` log how far it has read, where the tables that it reads tell their snapshots: cdc.read,
    {table: snapshot}, and cdc.snapshot, the log's own one after that. Where the log has another snapshot, because a run was
    killed before it could note or another run wrote to it, the note counts for nothing (_read_before).
    batch: read is that dict, or none; noted is the note that is there; snapshot is the log's before this run.
#}
{% macro _note_read(batch, incremental) %}
    {% if not batch.read or (incremental and not batch.has_new and batch.read == batch.noted) %}{{ return(none) }}{% endif %}
    {% set snapshot = spark_cdc._next_snapshot(this, batch.snapshot if incremental) %}
    {% do run_query(
        "alter table " ~ this ~ " set tblproperties ('cdc.snapshot' = '" ~ snapshot ~ "', 'cdc.read' = "
        ~ spark_cdc._string_literal(tojson(batch.read, sort_keys=true)) ~ ")"
    ) %}
{% endmacro %}
