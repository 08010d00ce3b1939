{#
    The batch that this run of a changes log reads, as a dict. For a log straight over landing, it is that of _next_batch. For a log
    over a routed log, it has:
    - rows: the routed log in its present snapshot; after, newest: the last batch that `this` has read, and the newest one with rows for its tables;
    - number: the highest batch in `this` after the run: that of replayed rows, if there are any (numbers between two batches are for replays);
    - read, noted, last, snapshot: see _note_read.
    Both have has_new, whether there are new rows, and replays, whether rows of `this` are marked for replay. One query finds all of
    it, because each query costs more than the data that it reads. before: see _before_run.
#}
{% macro _changes_batch(before) %}
    {% set stream = spark_cdc._stream(spark_cdc._node()) %}
    {% set upstream = spark_cdc._upstream() %}
    {% if not spark_cdc._reads_routed(stream) %}
        {% set batch = spark_cdc._next_batch(stream, upstream, before) %}
        {% do batch.update({"replays": before.own is not none and not batch.known and spark_cdc._has_pending_replays()}) %}
        {% do batch.update({"has_new": batch.has_new or batch.replays}) %}
        {{ return(batch) }}
    {% endif %}
    {% set batch = {"after": -1, "read": {upstream | string: before.upstream["snapshot"]} if before.upstream["snapshot"] else none, "has_new": false} %}
    {% do batch.update({"rows": spark_cdc._as_of(upstream, batch.read.values() | first if batch.read)}) %}
    {% if before.own is none %}{{ return(batch) }}{% endif %}
    {% set properties = before.own %}
    {% if properties["cdc.trimming"] %}
        {% do spark_cdc._finish_trim(this, upstream) %}
        {% set properties = spark_cdc._table_properties() %}
        {% do before.update({"own": properties}) %}
    {% endif %}
    {% do batch.update({"noted": spark_cdc._read_before(properties), "snapshot": properties["snapshot"]}) %}
    {% if batch.read and batch.read == batch.noted %}{{ return(batch) }}{% endif %}
    {# Of a long log, only what came since the last run is looked at, if the table format knows it. #}
    {% set noted = (batch.noted or {}).get(upstream | string) %}
    {% set appended = spark_cdc._appended(upstream, noted, batch.read.values() | first).rows if noted and batch.read %}
    {% set contract = spark_cdc._contract(spark_cdc._node().name | replace("changes_", "", 1)) %}
    {% set known = batch.noted and properties["cdc.batch"] %}
    {% set found = run_query(
        "select 'newest', max(cdc_batch) from " ~ (appended or batch.rows) ~ " where " ~ spark_cdc._has_table_of(contract)
        ~ ("" if known else " union all select 'last', max(cdc_batch) from " ~ this ~ " union all select 'marked', count(*) from " ~ this ~ " where cdc_class = 'replay'")
    ).rows | map("list") | list %}
    {% set found = dict(found) %}
    {% set step = spark_cdc._batch_step() %}
    {% set newest = (found.newest or -1) | int %}
    {% set last = (known or found.last or -1) | int %}
    {% set replays = not known and spark_cdc._has_pending_replays(found.marked | int) %}
    {% set after = last // step * step if last >= 0 else -1 %}
    {% do batch.update({
        "last": last, "after": after, "newest": newest, "number": [last, newest] | max + (1 if replays else 0),
        "replays": replays, "has_new": replays or newest > after,
    }) %}
    {{ return(batch) }}
{% endmacro %}
