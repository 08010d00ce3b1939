{#
    What this run of a log reads, as a dict. floor: the lowest landing time at which a row may be new; earliest: the
    landing time of the first row that is, or the floor without one; both are none when the log is made anew, which reads
    everything. news: whether landing has anything new; repeats: whether any of it may be a copy of the same coordinates.
    number: the batch's, microseconds since 1970, rounded to a step; it only grows, also if the clock does not. last: the
    number of the log's last batch, -1 without one. A row without a landing time may be new at any time. incremental:
    whether the log is there to be added to. What landed before the floor is not read, but counted (_note_unread).
#}
{% macro _next_batch(stream, landing, incremental) %}
    {% set step = spark_cdc._batch_step() %}
    {% set now = (modules.datetime.datetime.now(modules.pytz.utc).timestamp() * 1000000) | int // step * step %}
    {% if not incremental %}{{ return({"floor": none, "earliest": none, "news": true, "repeats": true, "number": now, "last": -1}) }}{% endif %}
    {% set row = run_query(
        "select max(cdc_batch), cast(max(cdc_landed_at) - interval '" ~ stream.lateness ~ "' as string) from " ~ this
    ).rows[0] %}
    {% set number = [now, ((row[0] or 0) | int // step + 1) * step] | max %}
    {% if row[0] is none %}{{ return({"floor": none, "earliest": none, "news": true, "repeats": true, "number": number, "last": -1}) }}{% endif %}
    {% set floor = row[1] or "0001-01-01" %}
    {% set known = spark_cdc._unread_known(this, floor) %}
    {# Only a table can tell its snapshot; without older rows nothing is gained by it. #}
    {% set snapshot = spark_cdc._table_property("current-snapshot-id", landing) if known and landing is not string else none %}
    {% set unchanged = known and snapshot and known.snapshot == snapshot and known.floor == floor %}
    {% set looked = run_query(
        "select 'fresh', count(*), cast(min(cdc_landed_at) as string), coalesce(max(cdc_copies) > 1, false), 0 from ("
        ~ spark_cdc._fresh_coordinates(stream, landing, floor) ~ ")"
        ~ (" union all select 'older', rows, cast(day as string), false, before from (" ~ spark_cdc._older_days(stream, landing, floor, known) ~ ")" if not unchanged else "")
    ).rows %}
    {% set fresh = looked | selectattr(0, "eq", "fresh") | first %}
    {% set days = [] %}
    {% for row in looked if row[0] == "older" %}{% do days.append([row[2], row[4] | int, row[1] | int]) %}{% endfor %}
    {% do spark_cdc._note_unread(stream, landing, floor, known, snapshot, none if unchanged else days) %}
    {{ return({
        "floor": floor, "earliest": fresh[2] or floor, "news": fresh[1] > 0, "repeats": fresh[3], "number": number, "last": row[0] | int,
    }) }}
{% endmacro %}
