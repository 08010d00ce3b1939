{#
    A decimal from its text: the Connect encoding (base64 of the unscaled number; the scale from the message's schema,
    else the contract's), a VariableScaleDecimal object, or digits. Where digits could be base64 they have a point
    (_exact_texts). An int64 in a decimal(20,0) column is an unsigned bigint that went round at 2^63, unless int64_wraps is
    false. Source: Debezium reference, data type mappings.
#}
{% macro _connect_decimal_value(options, column, raw, says) %}
    {% set type = column.data_type %}
    {% set scale = type.replace("decimal(", "").replace(")", "").split(",")[1] | default("0") | trim %}
    {% set field = "cdc_types['" ~ column.source ~ "']" %}
    {% set is_object = says ~ " = 'io.debezium.data.VariableScaleDecimal'" %}
    {% set object = "from_json(" ~ raw ~ ", 'scale int, value string')" %}
    {% set result %}
    case
        when {{ spark_cdc._connect_is_decimal(says) }} and not contains({{ raw }}, '.')
            then {{ spark_cdc._connect_decimal(
                "if(" ~ is_object ~ ", " ~ object ~ ".value, " ~ raw ~ ")",
                "if(" ~ is_object ~ ", " ~ object ~ ".scale, coalesce(" ~ field ~ ".scale, " ~ scale ~ "))",
                type
            ) }}
        else
            {% if type == "decimal(20,0)" and options.get("int64_wraps", true) %}
            if({{ says }} = 'int64' and {{ raw }} like '-%', cast('18446744073709551616' as decimal(20, 0)), 0) +
            {% endif %}
            {{ spark_cdc._exact_decimal(raw, type) }}
    end
    {% endset %}
    {{ return(result) }}
{% endmacro %}
