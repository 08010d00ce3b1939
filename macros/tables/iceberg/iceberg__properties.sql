{#
    The properties of a model's table that keep merges cheap. Of a table that is partitioned by one column, few files are open, and rows
    need not be sorted by it first.
#}
{% macro iceberg__properties(partition_by) %}
    {% set properties = spark_cdc.iceberg__small_properties(landing=false) %}
    {% do properties.update({
        "format-version": "3",
        "write.merge.mode": "merge-on-read",
        "write.update.mode": "merge-on-read",
        "write.delete.mode": "merge-on-read",
        "write.distribution-mode": "none",
        "write.metadata.delete-after-commit.enabled": "true",
        "write.metadata.metrics.column.cdc_position": "full",
    }) %}
    {% if partition_by | length == 1 %}{% do properties.update({"write.spark.fanout.enabled": "true"}) %}{% endif %}
    {{ return(properties) }}
{% endmacro %}
