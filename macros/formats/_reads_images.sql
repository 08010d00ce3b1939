{#
    Whether the events of a stream bring their images along (cdc_images, read by <format>__images), so that a message is parsed
    once: for a typed log that reads landing itself, where the format can (`with_events` of <format>__message).
#}
{% macro _reads_images(stream) %}
    {{ return(stream.typed and spark_cdc._format(stream.format, "message")(stream).with_events or false) }}
{% endmacro %}
