{#
    The name of a decimal column's encoding, as SQL: by the message's own schema, the contract's `type`, or `encoded_decimals` of
    <format>__message. Of a format whose messages have no encoded decimals, the empty text.
#}
{% macro _decimal_encoding(message, column) %}
    {% if not message.text %}{{ return("''") }}{% endif %}
    {{ return(spark_cdc._connect_says(column, message.decimal if message.encoded_decimals else "")) }}
{% endmacro %}
