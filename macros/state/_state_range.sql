{#
    The batches of the changes log that `this` state has yet to apply, and what the fold need not look for: {"after": n,
    "upto": n, "merge": is there a table to merge into, "truncates": does the log hold one, "new_truncates": does a new
    batch, "carries": does it hold a key change whose new row left columns to be carried over from the old key, "late":
    may a change be older than one that the state has}. It is asked only when there is a new batch, in one query, which
    reads that batch, whatever holds a truncate or a carrying change, and of the state the positions. The number of the
    last applied batch is a property of the state table, set after the merge; a crash between the two repeats a merge
    that then changes nothing.
#}
{% macro _state_range(changes) %}
    {% if not spark_cdc._runs() %}
        {{ return({"after": -1, "upto": none, "merge": false, "truncates": true, "new_truncates": false, "carries": false, "late": true}) }}
    {% endif %}
    {% set upto = (spark_cdc._scalar("select max(cdc_batch) from " ~ changes) or -1) | int %}
    {% set merge = spark_cdc._is_incremental() %}
    {% set after = (spark_cdc._table_property("cdc.applied_batch") or -1) | int if merge else -1 %}
    {% set found = [0, 0, 0, 0] %}
    {% if upto > after %}
        {% set new = "cdc_batch > " ~ after if merge else "false" %}
        {% set settled = spark_cdc._source_position("(select max(cdc_position) from " ~ this ~ ")") if merge else "null" %}
        {% set found = run_query(
            "select count_if(cdc_class = 'truncate'), count_if(cdc_class = 'truncate' and " ~ new ~ "), count_if(cdc_class = 'change' and cdc_carries), if("
            ~ spark_cdc._source_position("min(if(" ~ new ~ ", cdc_position, null))") ~ " <= " ~ settled ~ ", 1, 0) from " ~ changes
            ~ " where cdc_class = 'truncate' or (cdc_class = 'change' and (cdc_carries or " ~ new ~ "))"
        ).rows[0] %}
    {% endif %}
    {% set carries = found[2] | int > 0 %}
    {{ return({
        "after": after, "upto": upto, "merge": merge,
        "truncates": found[0] | int > 0, "new_truncates": found[1] | int > 0, "carries": carries, "late": carries or found[3] | int > 0,
    }) }}
{% endmacro %}
