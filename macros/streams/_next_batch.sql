{#
    What this run of a log reads: {"floor": lowest landing time to look at, or none for everything, "number": the
    batch's number: microseconds since 1970, rounded to a step}. Batch numbers only grow, also if the clock does not.
#}
{% macro _next_batch(stream) %}
    {% set step = spark_cdc._batch_step() %}
    {% set now = (modules.datetime.datetime.now(modules.pytz.utc).timestamp() * 1000000) | int // step * step %}
    {% if not spark_cdc._is_incremental() %}{{ return({"floor": none, "number": now}) }}{% endif %}
    {% set row = run_query(
        "select max(cdc_batch), cast(max(cdc_landed_at) - interval '" ~ stream.lateness ~ "' as string) from " ~ this
    ).rows[0] %}
    {% set last = (row[0] or 0) | int %}
    {{ return({"floor": row[1], "number": [now, (last // step + 1) * step] | max}) }}
{% endmacro %}
