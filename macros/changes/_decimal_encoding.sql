{#
    The name of a decimal column's encoding, as SQL: from the message's own schema, else the contract's `type`, else
    `encoded_decimals` of <format>__message. Only for formats whose messages may encode decimals (`text` of <format>__message).
#}
{% macro _decimal_encoding(message, column) %}
    {{ return(spark_cdc._connect_encoding(column, message.decimal if message.encoded_decimals else "")) }}
{% endmacro %}
