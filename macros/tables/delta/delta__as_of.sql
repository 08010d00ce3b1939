{# The table in a snapshot, as SQL to read from. #}
{% macro delta__as_of(table, snapshot) %}{{ return(table ~ " version as of " ~ spark_cdc._delta_version(snapshot)) }}{% endmacro %}
