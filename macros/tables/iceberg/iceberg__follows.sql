{# Whether a table's snapshot was written on `seen`, and by a statement alone; seen: none if the statement created the table. #}
{% macro iceberg__follows(table, snapshot, seen) %}
    {% set parent = spark_cdc._scalar("select parent_id from " ~ table ~ ".snapshots where snapshot_id = " ~ snapshot) if snapshot != "none" %}
    {{ return((parent or "none") | string == (seen or "none")) }}
{% endmacro %}
