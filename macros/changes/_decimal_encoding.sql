{#
    The name of a decimal column's encoding, as SQL: by the message's own schema, the contract's `type`, or `encoded_decimals` of
    <format>__message. Only of a format whose messages may have encoded decimals (`text` of <format>__message).
#}
{% macro _decimal_encoding(message, column) %}
    {{ return(spark_cdc._connect_encoding(column, message.decimal if message.encoded_decimals else "")) }}
{% endmacro %}
