{#
    The row images of a message as SQL expressions of their JSON texts. message: of <format>__message, whose `images` are
    lists of the possible JSON paths of one image; the first that exists counts.
#}
{% macro _message_images(message) %}
    {% set images = [] %}
    {% for paths in message.images or [] %}
        {% set texts = [] %}
        {% for path in paths %}{% do texts.append("get_json_object(cdc_value, '" ~ path ~ "')" if path != "$" else "cdc_value") %}{% endfor %}
        {% do images.append("coalesce(" ~ texts | join(", ") ~ ")" if texts | length > 1 else texts[0]) %}
    {% endfor %}
    {{ return(images) }}
{% endmacro %}
