{#
    A decimal from the Connect encoding (base64 of the unscaled number; the scale from the message's schema, else the
    contract's), from a VariableScaleDecimal struct, or from plain text. An int64 in a decimal(20,0) column is an
    unsigned bigint that went round at 2^63. Source: FORMATS.md 4.4, 4.5 and 4.7.
#}
{% macro _debezium_decimal(column, raw, says) %}
    {% set type = column.data_type %}
    {% set scale = type.replace("decimal(", "").replace(")", "").split(",")[1] | default("0") | trim %}
    {% set variable = "from_json(" ~ raw ~ ", 'scale int, value string')" %}
    {% set hex = "hex(try_to_binary(" ~ raw ~ ", 'base64'))" %}
    {% set variable_hex = "hex(try_to_binary(" ~ variable ~ ".value, 'base64'))" %}
    {% set result %}
    case
        when {{ says }} = 'org.apache.kafka.connect.data.Decimal' then {{ spark_cdc._scaled(
            spark_cdc._unscaled(hex), "coalesce(cdc_types['" ~ column.source ~ "'].scale, " ~ scale ~ ")", type) }}
        when {{ says }} = 'io.debezium.data.VariableScaleDecimal' then {{ spark_cdc._scaled(spark_cdc._unscaled(variable_hex), variable ~ ".scale", type) }}
        {% if type == "decimal(20,0)" %}
        when {{ says }} = 'int64' then try_cast({{ raw }} as decimal(20, 0)) + if({{ raw }} like '-%', cast('18446744073709551616' as decimal(20, 0)), 0)
        {% endif %}
        else {{ spark_cdc._exact_decimal(raw, type) }}
    end
    {% endset %}
    {{ return(result) }}
{% endmacro %}
