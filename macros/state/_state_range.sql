{#
    The batches of the changes log that a run applies to a state, and the work that its fold can skip, as a dict:
    - changes: the log in its present snapshot, read, for all queries of the run, because another run may replace it meanwhile;
    - after, upto: the last batch that was applied (_applied_before) and the last batch of the log; merge: whether there is a state
      to merge into, and snapshot, its snapshot; known: whether the last run left that snapshot; alone_since: see _note_applied;
    - truncates, carries: whether the log has a truncate, or a key change with columns to be filled from the old key;
      new_truncates: whether a new batch has a truncate; late_truncates: whether it may have one that is older than a state row;
      displaced: whether a new truncate may be of the source table of a displaced row;
    - moves_ever, parts_ever: whether the log has a key change, and a partial update; parts: whether the run may fold a partial update;
    - few: whether there are few enough keys to broadcast whose state rows the fold reads; few_late: the same of those of new
      changes that may be older than their state row;
    - quarantined: whether the log has a quarantined change of a known key; marked: whether the state may have marked keys;
    - images: whether a new change may need the columns of its state row; newest: the highest position in the state, none if it is
      not known; late: whether a change may be older than its state row; late_batch: the last batch of which that is so.
    One query finds all of it. The query reads the new batches and the state's properties, which the last run set. If the state's
    snapshot is not the one that run left, nothing is assumed. before: see _before_run; without own, all batches are applied.
#}
{% macro _state_range(contract, changes, before) %}
    {% set properties = before.own or {} %}
    {% set merge = before.own is mapping %}
    {% set read = before.upstream["snapshot"] %}
    {% set changes = spark_cdc._as_of(changes, read) %}
    {% set known = merge and properties["cdc.snapshot"] and spark_cdc._same_rows(this, properties["cdc.snapshot"], properties["snapshot"]) %}
    {% set after = spark_cdc._applied_before(properties, known) %}
    {% if known and read and read == properties["cdc.changes_snapshot"] %}{{ return({"after": after, "upto": after, "merge": merge}) }}{% endif %}
    {% set newest = properties["cdc.newest_position"] if known else none %}
    {% set quarantined = "cdc_class = 'quarantined' and " ~ spark_cdc._has_place(contract, "log") if contract.key else "false" %}
    {% set applies = "cdc_class in ('truncate', 'change')" %}
    {% set found = run_query(
        "select max(cdc_batch) as upto, max(cdc_class = 'truncate') as truncates, max(cdc_class = 'truncate' and cdc_is_new) as new_truncates,"
        ~ " max(cdc_class = 'truncate' and cdc_is_new and " ~ spark_cdc._is_late(newest) ~ ") as late_truncates,"
        ~ " max(cdc_class = 'change' and cdc_carries) as carries, max(" ~ applies ~ " and cdc_key_change) as moves,"
        ~ " max(" ~ applies ~ " and size(cdc_absent) > 0) as parts, min(cdc_position) filter (where " ~ applies ~ " and cdc_is_new) as oldest,"
        ~ " max(cdc_position) filter (where " ~ applies ~ ") as newest, count_if(cdc_class = 'change' and cdc_is_new) as changes,"
        ~ " max(" ~ quarantined ~ ") as quarantined, count_if(cdc_class = 'change' and cdc_is_new and " ~ spark_cdc._is_late(newest) ~ ") as late"
        ~ " from (select *, " ~ spark_cdc._compared("cdc_batch", "> " ~ after) ~ " as cdc_is_new from " ~ changes ~ ") as log" ~ (" where cdc_batch > " ~ after ~ " or " ~ quarantined if known)
    ).rows[0].dict() %}
    {% set upto = (found.upto or after) | int %}
    {% if merge and upto <= after %}{{ return({"after": after, "upto": upto, "merge": merge}) }}{% endif %}
    {% set truncates = found.truncates or (known and properties["cdc.truncates"] == "true") or false %}
    {% set carries = found.carries or (known and properties["cdc.carries"] == "true") or false %}
    {% set late = not known or carries or (found.oldest or "~")[:87] <= newest[:87] %}
    {% set displaced = (found.new_truncates and spark_cdc._several_tables(contract)) or false %}
    {% set most = spark_cdc._few_rows() %}
    {# A state whose last run did not note cdc.moves has both in cdc.parts. #}
    {% set moves_ever = found.moves or (known and properties.get("cdc.moves", properties["cdc.parts"]) != "false") or false %}
    {% set parts_ever = found.parts or (known and properties["cdc.parts"] != "false") or false %}
    {{ return({
        "changes": changes, "after": after, "upto": upto, "merge": merge, "known": known, "alone_since": properties["cdc.alone_since"], "read": read, "snapshot": properties["snapshot"],
        "truncates": truncates, "new_truncates": found.new_truncates or false, "late_truncates": found.late_truncates or false,
        "displaced": displaced, "carries": carries,
        "images": truncates or carries or found.moves or found.parts or spark_cdc._several_tables(contract) or false,
        "newest": newest, "late": late, "late_batch": upto if late else properties.get("cdc.late_batch", after),
        "parts": found.parts or (late and parts_ever) or false, "parts_ever": parts_ever, "moves_ever": moves_ever,
        "reached": [newest or "", found.newest or ""] | max, "few": found.changes <= most and not (found.late_truncates or displaced), "few_late": found.late <= most,
        "quarantined": found.quarantined or false, "marked": properties["cdc.marked"] != "false",
    }) }}
{% endmacro %}
