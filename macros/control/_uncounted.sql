{#
    The logs that have changed since cdc_batches, the relation `counts` (none if it does not exist), counted them, as a dict of lists
    of logs (_logs_of): grown, those to which batches were appended and nothing else happened; other, all others, such as those whose
    state something else wrote to. Each gets its note, with its present values except for the batch; noted, the earlier note; counted,
    whether the counts have batches of it; state, the properties of its state; and disturbed, whether something other than its own
    runs wrote to its state. The dict also has snapshot, that of the counts, last, {log: [last batch, highest position]} of the
    grown logs in them, and added, {log: number of rows appended since}, where that is known; both are empty if the notes are of another
    snapshot.
#}
{% macro _uncounted(logs, counts) %}
    {% set properties = spark_cdc._table_properties(counts) if counts else {} %}
    {% set grown, other, spans = [], [], [] %}
    {% for log in logs %}
        {% set noted = fromjson(properties["cdc.counted." ~ log.name] or "{}") %}
        {% set now = spark_cdc._properties_found(log.relation) %}
        {% set state = spark_cdc._properties_found(log.table.state.relation_name) if log.table else {} %}
        {% set snapshot = now["snapshot"] %}
        {% set same = noted != {} and noted.made == now["cdc.made"] %}
        {% set ranges = log.reads_landing and log.stream.offsets == "contiguous" %}
        {% do log.update({
            "counted": same, "note": {"made": now["cdc.made"], "snapshot": snapshot, "alone_since": state.get("cdc.alone_since"), "batch": noted.get("batch", -1), "ranges": ranges},
            "noted": noted, "state": state, "disturbed": same and "snapshot" in state and (
                state.get("cdc.alone_since") != noted.alone_since
                or not spark_cdc._same_rows(log.table.state.relation_name, state["cdc.snapshot"], state["snapshot"])
            ),
        }) %}
        {% if not (same and noted.agrees and snapshot) or noted.get("ranges", false) != ranges or log.disturbed %}
            {% do other.append(log) %}
        {% elif snapshot != noted.snapshot %}
            {% do spans.append({"log": log, "table": log.relation, "since": noted.snapshot, "now": snapshot}) %}
        {% endif %}
    {% endfor %}
    {% set histories = spark_cdc._histories(spans) %}
    {% set snapshot, last, added = properties["snapshot"], {}, {} %}
    {% for span in spans %}
        {% set log, history = span.log, histories[span.table] %}
        {% set is_grown = spark_cdc._has_only(history, ["append", "replace"]) %}
        {% do (grown if is_grown else other).append(log) %}
        {% if is_grown and snapshot and snapshot == properties["cdc.counts_snapshot"] %}
            {% do last.update({log.name: [log.noted.batch, log.noted.position]}) %}
            {% set rows = spark_cdc._rows_added(history) %}
            {% if rows is not none %}{% do added.update({log.name: rows}) %}{% endif %}
        {% endif %}
    {% endfor %}
    {{ return({"grown": grown, "other": other, "snapshot": snapshot, "last": last, "added": added}) }}
{% endmacro %}
