{#
    The text of a value in a string column by the type in the message's own Connect schema: a Decimal's digits with its scale,
    a date or time in ISO order with a blank; NULL for a Decimal of more than 38 digits (declare `type` to keep those) and
    for a value that is no Decimal. A time outside the calendar, such as PostgreSQL's infinity, keeps its number.
    own: SQL, struct of type and scale. raw: SQL, the value's text. number: SQL, the digits if the value is a JSON
    number, else NULL. Source: Debezium reference, data type mappings; Kafka Connect, JsonConverter, decimal.format.
#}
{% macro _connect_text(own, raw, number) %}
    {% set is_object = own ~ ".type = 'io.debezium.data.VariableScaleDecimal'" %}
    {% set object = "from_json(" ~ raw ~ ", 'scale int, value string')" %}
    {% set digits = spark_cdc._connect_digits(
        "if(" ~ is_object ~ ", " ~ object ~ ".value, " ~ raw ~ ")", "if(" ~ is_object ~ ", " ~ object ~ ".scale, " ~ own ~ ".scale)"
    ) %}
    {% set seconds = "try_cast(" ~ raw ~ " as decimal(20, 0)) * if(" ~ own ~ ".type like '%MicroTimestamp', 0.000001, 0.001)" %}
    {% set text %}
        case
            when {{ own }}.type like '%Decimal' and {{ number }} is not null then {{ number }}
            when {{ own }}.type like '%Decimal' and {{ raw }} rlike '^-?[0-9]+[.][0-9]+$' then {{ raw }}
            when {{ own }}.type like '%Decimal' then {{ digits }}
            when {{ own }}.type like '%NanoTimestamp' then {{ spark_cdc._connect_nano_text(raw, own ~ ".type") }}
            when {{ own }}.type like '%Timestamp' and {{ raw }} rlike '^-?[0-9]{1,18}$' then coalesce(date_format(
                timestamp_ntz'1970-01-01 00:00:00' + make_dt_interval(0, 0, 0, try_cast({{ seconds }} as decimal(18, 6))), 'yyyy-MM-dd HH:mm:ss.SSSSSS'
            ), {{ raw }})
            when {{ own }}.type like '%Date' and {{ raw }} rlike '^-?[0-9]{1,7}$'
                then cast(date_add(date'1970-01-01', cast({{ raw }} as int)) as string)
            when {{ own }}.type like '%Time' then {{ spark_cdc._connect_time_text(raw, own ~ ".type") }}
            else {{ raw }}
        end
    {% endset %}
    {{ return(text) }}
{% endmacro %}
