{#
    Removes from a typed log the rows that were trimmed from the routed log that it reads (_trim_log). Each statement is safe to
    re-run, so that the log's next run finishes a trim that was killed.
#}
{% macro _finish_trim(typed, routed) %}
    {% set until = spark_cdc._scalar("select cast(max(cdc_landed_at) as string) from " ~ routed ~ " where cdc_class = 'trimmed'") %}
    {% if until is not none %}
        {% do run_query(
            "merge into " ~ typed ~ " as t using (select distinct cdc_topic, cdc_partition, cdc_offset, cdc_copy from " ~ typed ~ " as typed left anti join " ~ routed ~ " as routed on "
            ~ spark_cdc._same_landing_row("typed", "routed") ~ " where typed.cdc_class = 'change' and typed.cdc_landed_at <= timestamp'" ~ until ~ "') as s on "
            ~ spark_cdc._same_landing_row("t", "s") ~ " when matched then delete"
        ) %}
    {% endif %}
    {% do spark_cdc._set_properties(typed, {"cdc.trimming": ""}) %}
{% endmacro %}
