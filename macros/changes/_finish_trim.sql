{#
    Removes from a typed log what was trimmed from the routed log that it reads (_trim_log). Each statement may be repeated, so that
    a trim that was killed is finished by the log's next run.
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
    {% do run_query("alter table " ~ typed ~ " set tblproperties ('cdc.trimming' = '')") %}
{% endmacro %}
