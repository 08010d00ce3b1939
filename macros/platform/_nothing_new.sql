{# The marker by which a model's body tells its materialization that this run has no new rows for it. #}
{% macro _nothing_new() %}{{ return("/* cdc: nothing new */") }}{% endmacro %}
