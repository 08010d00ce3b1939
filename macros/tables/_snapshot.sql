{#
    The id of a table's present snapshot (text), or none if its format has no snapshots. "none" is that of an empty Iceberg table. Iceberg's ids
    are numbers; those of another format begin with its name and a colon.
#}
{% macro _snapshot(table=this) %}
    {{ return(spark_cdc._table_properties(table)["snapshot"]) }}
{% endmacro %}
