{#
    The batches of the changes log that a run applies to a state, and what the fold need not look for, as a dict:
    - after, upto: the last batch that was applied, -1 without one, and the last that is there; merge: is there a state to
      merge into, and snapshot, which one; known: whether the last run left it, and alone_since what that one noted;
    - truncates, carries: does the log hold a truncate, or a key change whose new row left columns to be carried over from
      the old key; new_truncates: does a new batch hold a truncate;
    - parts_ever: does the log hold a key change or a change that tells a part; parts: may the run fold one;
    - few: are the new changes few enough to send their keys to every executor;
    - quarantined: does the log hold a quarantined change of a known key; marked: may the state have keys that are marked for one;
    - images: may a state row's columns matter to a new change; newest: the highest position in the state, none where
      nobody knows; late: may a change be older than its state row.
    It is asked in one query, which reads the new batches, and of the state's properties, which the last run set. Where the
    state has another snapshot than that run left, nothing is taken for granted.
#}
{% macro _state_range(contract, changes, merge) %}
    {% set properties = spark_cdc._table_properties() if merge else {} %}
    {% set after = (properties["cdc.applied_batch"] or -1) | int %}
    {% set read = spark_cdc._table_properties(changes)["current-snapshot-id"] %}
    {% if read and read == properties["cdc.changes_snapshot"] %}{{ return({"after": after, "upto": after, "merge": merge}) }}{% endif %}
    {% set known = merge and properties["cdc.snapshot"] and spark_cdc._same_rows(this, properties["cdc.snapshot"], properties["current-snapshot-id"]) %}
    {% set is_new = "cdc_batch > " ~ after %}
    {% set quarantined = "cdc_class = 'quarantined' and " ~ spark_cdc._has_place(contract, "log") if contract.key else "false" %}
    {% set found = run_query(
        "select max(cdc_batch), max(cdc_class = 'truncate'), max(cdc_class = 'truncate' and " ~ is_new ~ "), max(cdc_class = 'change' and cdc_carries),"
        ~ " max(cdc_class in ('truncate', 'change') and (cdc_key_change or size(cdc_absent) > 0)),"
        ~ " min(cdc_position) filter (where cdc_class in ('truncate', 'change') and " ~ is_new ~ "),"
        ~ " max(cdc_position) filter (where cdc_class in ('truncate', 'change')), count_if(cdc_class = 'change' and " ~ is_new ~ "), max(" ~ quarantined ~ ")"
        ~ " from " ~ changes ~ " as log" ~ (" where " ~ is_new ~ " or " ~ quarantined if known else "")
    ).rows[0] | list %}
    {% set upto = (found.pop(0) or after) | int %}
    {% if merge and upto <= after %}{{ return({"after": after, "upto": upto, "merge": merge}) }}{% endif %}
    {% set newest = properties["cdc.newest_position"] if known else none %}
    {% set truncates = found[0] or (known and properties["cdc.truncates"] == "true") or false %}
    {% set carries = found[2] or (known and properties["cdc.carries"] == "true") or false %}
    {% set late = not known or carries or (found[4] or "~")[:87] <= newest[:87] %}
    {% set parts_ever = found[3] or (known and properties["cdc.parts"] != "false") or false %}
    {{ return({
        "after": after, "upto": upto, "merge": merge, "known": known, "alone_since": properties["cdc.alone_since"], "read": read, "snapshot": properties["current-snapshot-id"],
        "truncates": truncates, "new_truncates": found[1] or false, "carries": carries,
        "images": truncates or carries or found[3] or spark_cdc._several_tables(contract) or false,
        "newest": newest, "late": late,
        "parts": found[3] or (late and parts_ever) or false, "parts_ever": parts_ever,
        "reached": [newest or "", found[5] or ""] | max, "few": found[6] <= 200000,
        "quarantined": found[7] or false, "marked": properties["cdc.marked"] != "false",
    }) }}
{% endmacro %}
