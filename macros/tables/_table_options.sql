{#
    The clauses after a model's table's name: format, partitioning and the properties that keep merges cheap.
    partition_by: list of column names. properties: more table properties, as a dict of texts.
#}
{% macro _table_options(partition_by=[], properties={}) %}
    {% set format = spark_cdc._file_format() %}
    {% set all = spark_cdc._of_format("properties", format=format)(partition_by) %}
    {% do all.update(properties) %}
    using {{ format }}
    {% if partition_by %}partitioned by ({{ partition_by | join(", ") }}){% endif %}
    {{ spark_cdc._properties_clause(all) }}
{% endmacro %}
