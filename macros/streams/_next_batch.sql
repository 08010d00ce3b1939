{#
    The batch that this run of a log over landing reads, as a dict:
    - rows: the relation to read; all_new: whether all of its rows are new; else the new ones are those with coordinates that `this`
      log lacks;
    - has_new: whether there are any; partitions: their number and offsets by partition (_read_partitions); repeats: whether some may
      be copies of coordinates that landed before; seen: the condition on the rows of `this` log of which they may be copies;
    - floor: the lowest landing time at which a row may be new; earliest: that of the first new row; none if all rows are new;
    - number: the batch's number, microseconds since 1970 rounded to a step; monotonic, even if the clock is not; last: the highest
      number in `this` log; known: that number, if its last run noted it (_note_read) and the log has had the same rows since;
    - read, noted, snapshot: see _note_read.
    The new rows are those appended to landing since the snapshot that was read last. Where the table format does not know them
    (_appended), and where that snapshot is not known, the coordinates of landing and the log are compared within the allowed lateness. Older rows are not read, but
    counted (_note_unread). before: see _before_run.
#}
{% macro _next_batch(stream, first, before) %}
    {% set step = spark_cdc._batch_step() %}
    {% set incremental = before.own is not none %}
    {% set now = (modules.datetime.datetime.now(modules.pytz.utc).timestamp() * 1000000) | int // step * step %}
    {% set tables = spark_cdc._landing_tables(stream, first) %}
    {% set snapshots = spark_cdc._snapshots(tables | map(attribute="relation")) %}
    {% set properties = before.own or {} %}
    {% set noted = spark_cdc._read_before(properties) if incremental %}
    {% set known = noted and properties["cdc.batch"] %}
    {% set noted = noted or (spark_cdc._read_by_newest(properties) if incremental) %}
    {% set empty = true %}
    {% set batch = {"read": snapshots, "noted": noted, "snapshot": properties["snapshot"], "number": now, "known": known, "seen": "", "floor": none, "has_new": false} %}
    {% if incremental and snapshots and snapshots == noted %}{{ return(batch) }}{% endif %}
    {# The rows of a log that is replaced are new to those who have read it. #}
    {% if incremental or load_cached_relation(this) is not none and load_cached_relation(this).is_table %}
        {% set last = known or spark_cdc._scalar("select max(cdc_batch) from " ~ this) %}
        {% set empty = last is none or not incremental %}
        {% do batch.update({"last": last, "number": [now, ((last or 0) | int // step + 1) * step] | max}) %}
    {% endif %}
    {# How to read each table: its present snapshot, or the rows appended since. #}
    {% set clauses, unclear, added = {}, [], [] %}
    {% for table, snapshot in (snapshots or {}).items() %}
        {% set from = (noted or {}).get(table, "none") %}
        {% if from == "none" %}
            {% do clauses.update({table: spark_cdc._as_of(table, snapshot)}) %}
            {% do added.append(none) %}
        {% elif from != snapshot %}
            {% set appended = spark_cdc._appended(table, from, snapshot) %}
            {% do clauses.update({table: appended.rows}) %}
            {% do added.append(appended.added) %}
            {% if not appended.rows %}{% do unclear.append(table) %}{% endif %}
        {% endif %}
    {% endfor %}
    {% if noted and not clauses %}{{ return(batch) }}{% endif %}
    {% if (empty or noted) and not unclear %}
        {% do batch.update({"rows": spark_cdc._landing(stream, first, tables, clauses), "all_new": true}) %}
        {% set few = added and none not in added and added | sum <= spark_cdc._few_rows() %}
        {% do batch.update(spark_cdc._look_at_new(stream, batch.rows, not empty, few)) %}
        {{ return(batch) }}
    {% endif %}
    {% for table, snapshot in (snapshots or {}).items() %}{% do clauses.update({table: spark_cdc._as_of(table, snapshot)}) %}{% endfor %}
    {% set landing = spark_cdc._landing(stream, first, tables, clauses) %}
    {# Rows before the mark of a trim may have been trimmed or never read; nothing distinguishes them. #}
    {% set edges = run_query(
        "select cast(greatest(floor, trimmed) as string), cast(trimmed as string) from (select max(cdc_landed_at) - interval '" ~ stream.lateness ~ "' as floor,"
        ~ " max(cdc_landed_at) filter (where cdc_class = 'trimmed') + interval 1 microsecond as trimmed from " ~ this ~ ")"
    ).rows[0] %}
    {% do batch.update({"rows": landing, "all_new": false}) %}
    {% do batch.update(spark_cdc._look_at_coordinates(stream, landing, edges[0] or "0001-01-01", edges[1])) %}
    {{ return(batch) }}
{% endmacro %}
