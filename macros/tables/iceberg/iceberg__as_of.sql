{# The table in a snapshot, as SQL to read from. #}
{% macro iceberg__as_of(table, snapshot) %}{{ return(table ~ " version as of " ~ snapshot) }}{% endmacro %}
