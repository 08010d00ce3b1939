{#
    A decimal of any length as text, for columns with values too long for a Spark decimal; for numbers see _connect_decimal_value().
    A message without schema does not have the scale; the contract's type may, as in ...Decimal(30).
#}
{% macro _connect_decimal_text(column, raw, encoding) %}
    {% set field = "cdc_types['" ~ column.source ~ "']" %}
    {% set scale = field ~ ".scale" %}
    {% if "(" in column.type %}{% set scale = "coalesce(" ~ scale ~ ", " ~ column.type.split("(")[1].split(")")[0] | int ~ ")" %}{% endif %}
    {% set variable = "from_json(" ~ raw ~ ", 'scale int, value string')" %}
    {% set result %}
    case
        when {{ raw }} rlike '^-?[0-9]+[.][0-9]*(E-?[0-9]+)?$' then regexp_replace({{ raw }}, '[.](E|$)', '$1')
        when {{ encoding }} = 'org.apache.kafka.connect.data.Decimal' then cdc_connect_decimal({{ raw }}, {{ scale }}).value
        when {{ encoding }} = 'io.debezium.data.VariableScaleDecimal' then cdc_connect_decimal({{ variable }}.value, {{ variable }}.scale).value
        when not {{ raw }} rlike '^(=|true$|false$)' then {{ raw }}
    end
    {% endset %}
    {{ return(result) }}
{% endmacro %}
