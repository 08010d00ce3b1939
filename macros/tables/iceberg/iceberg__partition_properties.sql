{# Further properties of a log that is partitioned by one column: few files are open, and rows need not be sorted by it first. #}
{% macro iceberg__partition_properties() %}{{ return({"write.spark.fanout.enabled": "true"}) }}{% endmacro %}
