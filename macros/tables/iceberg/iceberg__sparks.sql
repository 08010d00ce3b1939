{# The versions of Spark with which the package was tested on Iceberg tables, as a list: those that an Iceberg is released for. #}
{% macro iceberg__sparks() %}{{ return(["4.0", "4.1"]) }}{% endmacro %}
