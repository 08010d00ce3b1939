{# Whether messages of a stream may wait for others that describe their columns (needs_metadata of <format>__message). #}
{% macro _needs_metadata(stream) %}{{ return(spark_cdc._format(stream.format, "message")(stream).needs_metadata or false) }}{% endmacro %}
