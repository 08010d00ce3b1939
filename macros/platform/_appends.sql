{# The marker by which a log's body tells its materialization that it adds to the table that is there (_is_incremental). #}
{% macro _appends() %}{{ return("/* cdc: append */") }}{% endmacro %}
