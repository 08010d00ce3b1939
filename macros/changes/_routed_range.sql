{#
    The batches of a routed log that hold something new for `this`: {"last": already read, "newest": there for its
    tables, "replay": the number for what is replayed, above all that `this` has}; all batches where nothing runs, as
    in a unit test, whose upstream is not there to be asked.
#}
{% macro _routed_range(upstream, contract, incremental) %}
    {% if not spark_cdc._runs() %}{{ return({"last": -1, "newest": 9223372036854775807, "replay": 0}) }}{% endif %}
    {% set newest = spark_cdc._scalar("select max(cdc_batch) from " ~ upstream ~ " where " ~ spark_cdc._has_table_of(contract)) %}
    {% set last = -1 %}
    {% if incremental %}{% set last = (spark_cdc._scalar("select max(cdc_batch) from " ~ this) or -1) | int %}{% endif %}
    {% set newest = (newest or -1) | int %}
    {# Numbers between two batches belong to replays. #}
    {{ return({
        "last": last // spark_cdc._batch_step() * spark_cdc._batch_step(),
        "newest": newest,
        "replay": [last, newest] | max + 1,
    }) }}
{% endmacro %}
