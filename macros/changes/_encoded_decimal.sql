{#
    The condition that a decimal column's texts are an encoding, so that digits may be no number: by the message's schema,
    the contract's `type`, or `encoded_decimals` of <format>__message.
#}
{% macro _encoded_decimal(message, column) %}
    {% if not message.text %}{{ return("false") }}{% endif %}
    {{ return(spark_cdc._connect_is_decimal(spark_cdc._connect_says(column, message.decimal if message.encoded_decimals else ""))) }}
{% endmacro %}
