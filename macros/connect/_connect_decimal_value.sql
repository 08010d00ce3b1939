{#
    A decimal from its text: the Connect encoding (base64 of the unscaled number, big-endian), or digits, with a point
    if they could be base64 (_exact_texts). A number of more than 8 bytes, of another scale than the column's, or in a
    VariableScaleDecimal object has been converted to digits before (_connect_is_reencoded). An int64 in a decimal(20,0) column is an
    unsigned bigint that wrapped at 2^63, unless int64_wraps is false. Source: Debezium reference, data type mappings.
#}
{% macro _connect_decimal_value(options, column, raw, encoding) %}
    {% set type = column.data_type %}
    {% set hex = "hex(try_to_binary(" ~ raw ~ ", 'base64'))" %}
    {% set result %}
    case
        when {{ spark_cdc._connect_is_decimal(encoding) }} and not contains({{ raw }}, '.') then case
            when length({{ hex }}) between 2 and 16 and not {{ spark_cdc._connect_is_reencoded(column, raw, encoding) }} then try_cast(concat(
                cast(cast(conv(lpad({{ hex }}, 16, if({{ hex }} >= '8', 'F', '0')), 16, -10) as bigint) as string), 'E-{{ spark_cdc._decimal_scale(type) }}'
            ) as {{ type }})
        end
        else
            {% if type == "decimal(20,0)" and options.get("int64_wraps", true) %}
            if({{ encoding }} = 'int64' and {{ raw }} like '-%', cast('18446744073709551616' as decimal(20, 0)), 0) +
            {% endif %}
            {{ spark_cdc._exact_decimal(raw, type) }}
    end
    {% endset %}
    {{ return(result) }}
{% endmacro %}
