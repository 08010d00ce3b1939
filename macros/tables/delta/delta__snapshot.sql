{#
    The id of a table's present snapshot, if it is a Delta table: `delta:<version>:<time of its commit>` (_delta_newest). The time distinguishes
    a table from another one that was created under its name. properties: the table's.
#}
{% macro delta__snapshot(table, properties) %}
    {% if "delta.minReaderVersion" not in properties %}{{ return(none) }}{% endif %}
    {{ return(spark_cdc._delta_newest(spark_cdc._delta_versions(table, 20)).id) }}
{% endmacro %}
