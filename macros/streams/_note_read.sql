{#
    Writes to the properties of `this` log how far it has read, if the tables that it reads have snapshots: cdc.read,
    {table: snapshot}; cdc.batch, the log's highest batch, after which no row waits for a replay; and cdc.snapshot, the log's own snapshot
    after the run, of which both are true. So it does not matter which of two runs writes last. Nothing is written if another run has
    written to the log since (_read_before then finds out).
    batch: read is that dict, or none; noted is the existing note; number and last are the highest batch with and without new rows;
    snapshot is the log's snapshot before this run; made: see _next_snapshot.
#}
{% macro _note_read(batch, incremental) %}
    {% if not batch.read or (incremental and not batch.has_new and batch.read == batch.noted) %}{{ return(none) }}{% endif %}
    {% set snapshot = batch.snapshot %}
    {% if batch.has_new or not incremental %}{% set snapshot = spark_cdc._next_snapshot(this, batch.snapshot if incremental, batch.made) %}{% endif %}
    {% if snapshot %}
        {% if batch.has_new and incremental and batch.snapshot != "none" %}{% do spark_cdc._appended(this, batch.snapshot, snapshot, only=true) %}{% endif %}
        {% do spark_cdc._set_properties(this, {
            "cdc.snapshot": snapshot, "cdc.read": tojson(batch.read, sort_keys=true), "cdc.batch": (batch.number if batch.has_new else batch.last) or "",
        }) %}
    {% endif %}
{% endmacro %}
