{# The rows of a routed log that a batch makes: see _routed_batch. #}
{% macro _routed_rows(batch) %}
    select *, {{ spark_cdc._read_note(batch) }} as cdc_read
    from ({{ spark_cdc._events(spark_cdc._stream(spark_cdc._node()), batch) }}) as events
{% endmacro %}
