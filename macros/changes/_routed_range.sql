{#
    The batches of a routed log that hold something new for `this`: {"last": already read, "newest": there for its
    tables, "replay": the number for what is replayed, above all that `this` has, "marked": how many of its rows a replay
    has marked}; all batches where `this` is made anew. It is one query, for each costs more than what it reads.
#}
{% macro _routed_range(upstream, contract, incremental) %}
    {% if not incremental %}{{ return({"last": -1, "newest": 9223372036854775807, "replay": 0, "marked": 0}) }}{% endif %}
    {% set found = run_query(
        "select 'last', max(cdc_batch) from " ~ this
        ~ " union all select 'newest', max(cdc_batch) from " ~ upstream ~ " where " ~ spark_cdc._has_table_of(contract)
        ~ " union all select 'marked', count(*) from " ~ this ~ " where cdc_class = 'replay'"
    ).rows | map("list") | list %}
    {% set found = dict(found) %}
    {% set newest = (found.newest or -1) | int %}
    {% set last = (found.last or -1) | int %}
    {# Numbers between two batches belong to replays. #}
    {{ return({
        "last": last // spark_cdc._batch_step() * spark_cdc._batch_step() if last >= 0 else -1,
        "newest": newest,
        "replay": [last, newest] | max + 1,
        "marked": found.marked | int,
    }) }}
{% endmacro %}
