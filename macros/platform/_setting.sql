{# The value of a Spark setting in this session. #}
{% macro _setting(name) %}
    {{ return(run_query("set " ~ name).rows[0][1]) }}
{% endmacro %}
