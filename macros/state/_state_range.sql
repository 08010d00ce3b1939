{#
    The batches of the changes log that `this` state has yet to apply: {"after": n, "upto": n, "merge": is there a
    table to merge into, "truncates": does a new batch hold one}. The number of the last applied batch is a property of the state table, set after the merge;
    a crash between the two repeats a merge that then changes nothing.
#}
{% macro _state_range(changes) %}
    {% if not spark_cdc._runs() %}
        {{ return({"after": -1, "upto": none, "merge": false}) }}
    {% endif %}
    {% set upto = (spark_cdc._scalar("select max(cdc_batch) from " ~ changes) or -1) | int %}
    {% if not spark_cdc._is_incremental() %}{{ return({"after": -1, "upto": upto, "merge": false}) }}{% endif %}
    {% set after = (spark_cdc._table_property("cdc.applied_batch") or -1) | int %}
    {% set truncates = 0 %}
    {% if upto > after %}
        {% set truncates = spark_cdc._scalar(
            "select count(*) from " ~ changes ~ " where cdc_class = 'truncate' and cdc_batch > " ~ after
        ) | int %}
    {% endif %}
    {{ return({"after": after, "upto": upto, "merge": true, "truncates": truncates > 0}) }}
{% endmacro %}
