{# The rows of a routed log that a batch makes: see _routed_batch. #}
{% macro _routed_rows(batch) %}
    {{ return(spark_cdc._events(spark_cdc._stream(spark_cdc._node()), batch)) }}
{% endmacro %}
