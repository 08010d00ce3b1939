{#
    The properties of a table (_table_properties) as a model of this run found them last (_last_look), or else as they are now;
    of several models that read the same table in a run, one asks.
#}
{% macro _properties_found(table) %}
    {{ return(spark_cdc._last_look(table) or spark_cdc._table_properties(table)) }}
{% endmacro %}
