{# The id of a table's present snapshot, if it is an Iceberg table; "none" if it is empty. properties: the table's. #}
{% macro iceberg__snapshot(table, properties) %}{{ return(properties["current-snapshot-id"]) }}{% endmacro %}
