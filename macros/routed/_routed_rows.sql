{# The rows of a routed log for a batch: see _routed_batch. #}
{% macro _routed_rows(batch) %}
    select *, {{ spark_cdc._read_note(batch) }} as cdc_read
    from ({{ spark_cdc._events(spark_cdc._stream(spark_cdc._node()), batch) }}) as events
{% endmacro %}
