{#
    Takes over `this` log over landing from an earlier release, and returns whether it did: a log whose configuration differs only by
    the earlier version of the rules for events, and any log that the variable cdc_take_over names. Its rows stay as they are; only
    cdc_read is added, the note of what each batch read (_read_note), by what the log has of the batch, so that row accounting can count them.
    The note of the rows that were not read (cdc.older) begins again. A run that is killed between two of the statements leaves the rest to
    the next one, and the rows are written only if no other run has written since this one looked at the log.
    noted: the log's properties.
#}
{% macro _take_over(noted) %}
    {% set node = spark_cdc._node() %}
    {% if noted["cdc.contract"] != spark_cdc._fingerprint(none, 1) and node.name not in var("cdc_take_over", []) %}{{ return(false) }}{% endif %}
    {% if "cdc_read" not in spark_cdc._columns_of(this) | map(attribute="name") %}{% do run_query("alter table " ~ this ~ " add columns (cdc_read string)") %}{% endif %}
    {% if spark_cdc._scalar("select 1 from " ~ this ~ " where cdc_read is null limit 1") is not none %}
        {% set coordinates = "cdc_topic, cdc_partition, cdc_offset, cdc_copy" %}
        {% do run_query(spark_cdc._write_since(this, noted["snapshot"],
            "select log.* except (cdc_read), coalesce(log.cdc_read, reads.cdc_read, '{\"partitions\": []}') as cdc_read from " ~ this ~ " as log left join ("
            ~ "select cdc_batch, to_json(struct(collect_list(struct(cdc_topic as topic, cdc_partition as partition, lowest, highest, rows)) as partitions)) as cdc_read"
            ~ " from (select cdc_batch, cdc_topic, cdc_partition, min(cdc_offset) as lowest, max(cdc_offset) as highest, count(*) as rows"
            ~ " from (select " ~ coordinates ~ ", min(cdc_batch) as cdc_batch from " ~ this ~ " group by " ~ coordinates ~ ") as landed"
            ~ " group by cdc_batch, cdc_topic, cdc_partition) as parts group by cdc_batch) as reads on log.cdc_batch = reads.cdc_batch"
        )) %}
        {% do spark_cdc._check_written(this, noted["snapshot"]) %}
    {% endif %}
    {% set properties = spark_cdc._of_format("properties", noted["snapshot"])(config.get("partition_by", [])) %}
    {% do properties.update({"cdc.contract": spark_cdc._fingerprint(none), "cdc.older": "", "cdc.trimming": ""}) %}
    {% do spark_cdc._set_properties(this, properties) %}
    {{ return(true) }}
{% endmacro %}
