{# A decimal of any length as text, for columns that no Spark decimal holds. #}
{% macro _debezium_decimal_text(column, raw, says) %}
    {% set variable = "from_json(" ~ raw ~ ", 'scale int, value string')" %}
    {% set result %}
    case
        when {{ says }} = 'org.apache.kafka.connect.data.Decimal' then cdc_connect_decimal({{ raw }}, cdc_types['{{ column.source }}'].scale).value
        when {{ says }} = 'io.debezium.data.VariableScaleDecimal' then cdc_connect_decimal({{ variable }}.value, {{ variable }}.scale).value
        else {{ raw }}
    end
    {% endset %}
    {{ return(result) }}
{% endmacro %}
