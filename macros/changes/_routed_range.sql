{#
    The batches of a routed log that hold something new for `this`: {"last": already read, "newest": there for its
    tables, "replay": the number for what is replayed, above all that `this` has, "marked": how many of its rows a replay
    has marked}; all batches where nothing runs, as in a unit test, whose upstream is not there to be asked. It is one
    query, for each costs more than what it reads.
#}
{% macro _routed_range(upstream, contract, incremental) %}
    {% if not spark_cdc._runs() %}{{ return({"last": -1, "newest": 9223372036854775807, "replay": 0, "marked": 0}) }}{% endif %}
    {% set own = "(select max(cdc_batch) from " ~ this ~ "), (select count(*) from " ~ this ~ " where cdc_class = 'replay')" if incremental else "-1, 0" %}
    {% set row = run_query(
        "select (select max(cdc_batch) from " ~ upstream ~ " where " ~ spark_cdc._has_table_of(contract) ~ "), " ~ own
    ).rows[0] %}
    {% set newest = (row[0] or -1) | int %}
    {% set last = (row[1] or -1) | int %}
    {# Numbers between two batches belong to replays. #}
    {{ return({
        "last": last // spark_cdc._batch_step() * spark_cdc._batch_step(),
        "newest": newest,
        "replay": [last, newest] | max + 1,
        "marked": row[2] | int,
    }) }}
{% endmacro %}
