{# The names of all table formats, each with a folder of its own. The default comes first. #}
{% macro _table_formats() %}{{ return(["iceberg", "delta"]) }}{% endmacro %}
