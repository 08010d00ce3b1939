{#
    Removes landing rows (query: see _trim_landing_rows) from a log over landing, and their changes from the typed logs that read it;
    returns how many. With dry_run it only counts.
    One statement removes the rows from the log itself and adds their marks (_trim_marks). The typed logs' surplus rows are removed
    afterwards, here or, if this operation is killed before, by the next run of each log (_finish_trim).
#}
{% macro _trim_log(log, query, dry_run) %}
    {% if dry_run %}{{ return(spark_cdc._scalar("select count(*) from (" ~ query ~ ") as going") | int) }}{% endif %}
    {% for typed in log.typed if spark_cdc._table_property("cdc.trimming", typed) %}{% do spark_cdc._finish_trim(typed, log.relation) %}{% endfor %}
    {% set going = spark_cdc._work_table(log) %}
    {% do run_query("create or replace table " ~ going ~ " " ~ spark_cdc._using() ~ " as " ~ query) %}
    {% set count = spark_cdc._scalar("select count(*) from " ~ going) | int %}
    {% if count %}
        {% for typed in log.typed %}{% do spark_cdc._set_properties(typed, {"cdc.trimming": "true"}) %}{% endfor %}
        {% set before = spark_cdc._table_properties(log.relation) %}
        {# Only rows that are still there: another operation may have removed, and counted, some of them meanwhile. #}
        {% set there = "(select going.* from " ~ going ~ " as going left semi join " ~ log.relation ~ " as log on going.cdc_batch = log.cdc_batch and " ~ spark_cdc._same_landing_row("going", "log") ~ ")" %}
        {% set columns = ["cdc_stream", "cdc_batch", "cdc_topic", "cdc_partition", "cdc_copy", "cdc_landed_at", "cdc_class", "cdc_detail", "cdc_read"] %}
        {% do run_query(
            "merge into " ~ log.relation ~ " as t using ("
            ~ " select cdc_stream, cdc_batch, cdc_topic, cdc_partition, cdc_offset, cdc_copy, cdc_landed_at, cdc_class, null as cdc_detail, null as cdc_read from " ~ there
            ~ " union all select marks.cdc_stream, marks.cdc_batch, cdc_topic, cdc_partition, null, 0, cdc_landed_at, 'trimmed', cdc_detail, batches.cdc_read"
            ~ " from (" ~ spark_cdc._trim_marks(log, there) ~ ") as marks left join (select cdc_batch, any_value(cdc_read, true) as cdc_read from " ~ log.relation
            ~ " group by cdc_batch) as batches on marks.cdc_batch = batches.cdc_batch"
            ~ ") as s on t.cdc_batch = s.cdc_batch and (t.cdc_class = 'trimmed') = (s.cdc_class = 'trimmed') and " ~ spark_cdc._same_landing_row("t", "s")
            ~ " when matched and s.cdc_class = 'trimmed' then update set cdc_detail = s.cdc_detail, cdc_landed_at = s.cdc_landed_at"
            ~ " when matched then delete"
            ~ " when not matched and s.cdc_class = 'trimmed' then insert (" ~ columns | join(", ") ~ ") values (s." ~ columns | join(", s.") ~ ")"
        ) %}
        {% do spark_cdc._keep_note(log.relation, before) %}
        {% for typed in log.typed %}{% do spark_cdc._finish_trim(typed, log.relation) %}{% endfor %}
    {% endif %}
    {% do run_query("drop table if exists " ~ going) %}
    {{ return(count) }}
{% endmacro %}
