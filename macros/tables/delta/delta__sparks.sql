{# The versions of Spark with which the package was tested on Delta tables, as a list: those that a Delta is released for. #}
{% macro delta__sparks() %}{{ return(["4.0", "4.1", "4.2"]) }}{% endmacro %}
