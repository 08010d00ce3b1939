{#
    Whether the events of a stream include their images (cdc_images, read by <format>__images), so that a message is parsed
    once: for a typed log that reads landing itself, if the format supports it (`with_events` of <format>__message).
#}
{% macro _reads_images(stream) %}
    {{ return(stream.typed and spark_cdc._format(stream.format, "message")(stream).with_events or false) }}
{% endmacro %}
