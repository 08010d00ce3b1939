{#
    The input of the scaffold's proposals and warnings for a stream (docs/adding_a_format.md, Message): the entries of
    <format>__message. `images` is an SQL expression, an array of the JSON texts of a change's row images, or
    empty if the scaffold looks at no values.
#}
{% macro _proposals(stream) %}
    {% set message = spark_cdc._format(stream.format, "message")(stream) %}
    {% set images = spark_cdc._message_images(message) %}
    {{ return(dict(message, images=message.image_texts or ("array(" ~ images | join(", ") ~ ")" if images else ""))) }}
{% endmacro %}
