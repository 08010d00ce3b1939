{#
    Takes over `this` log over landing from an earlier release, in one step, and returns whether it did: a log whose configuration
    differs only by the earlier version of the rules for events, and any log that the variable cdc_take_over names. Its rows stay
    as they are; only cdc_read is added, the note of what each batch read (_read_note), by what the log has of the batch, so
    that row accounting can count them. The note of the rows that were not read (cdc.older) begins again.
    noted: the log's properties.
#}
{% macro _take_over(noted) %}
    {% set node = spark_cdc._node() %}
    {% if noted["cdc.contract"] != spark_cdc._fingerprint(none, 1) and node.name not in var("cdc_take_over", []) %}{{ return(false) }}{% endif %}
    {% if "cdc_read" in adapter.get_columns_in_relation(this) | map(attribute="name") %}
        {% do spark_cdc._set_properties(this, {"cdc.contract": spark_cdc._fingerprint(none)}) %}
        {{ return(true) }}
    {% endif %}
    {% set partition_by = config.get("partition_by", []) %}
    {% set kept = {"cdc.contract": spark_cdc._fingerprint(none), "cdc.made": noted["cdc.made"], "cdc.older": "", "cdc.trimming": ""} %}
    {% set coordinates = "cdc_topic, cdc_partition, cdc_offset, cdc_copy" %}
    {% do run_query(
        "create or replace table " ~ this ~ " " ~ spark_cdc._table_options(partition_by=partition_by, properties=kept)
        ~ " as select log.*, coalesce(reads.cdc_read, '{\"partitions\": []}') as cdc_read from " ~ this ~ " as log left join ("
        ~ "select cdc_batch, to_json(struct(collect_list(struct(cdc_topic as topic, cdc_partition as partition, lowest, highest, rows)) as partitions)) as cdc_read"
        ~ " from (select cdc_batch, cdc_topic, cdc_partition, min(cdc_offset) as lowest, max(cdc_offset) as highest, count(*) as rows"
        ~ " from (select " ~ coordinates ~ ", min(cdc_batch) as cdc_batch from " ~ this ~ " group by " ~ coordinates ~ ") as landed"
        ~ " group by cdc_batch, cdc_topic, cdc_partition) as parts group by cdc_batch) as reads on log.cdc_batch = reads.cdc_batch"
    ) %}
    {{ return(true) }}
{% endmacro %}
