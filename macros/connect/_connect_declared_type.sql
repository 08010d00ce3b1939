{#
    The contract's meta.cdc.type for a field of a Connect schema, with which a message without schema is
    read in the same way: the name of an encoding that the Spark type alone does not imply, else NULL.
#}
{% macro _connect_declared_type(f) -%}
    case
        when {{ f }}.name in (
            'org.apache.kafka.connect.data.Decimal', 'io.debezium.data.VariableScaleDecimal', 'io.debezium.data.Bits'
        ) or {{ f }}.name like 'io.debezium.time.%' or {{ f }}.name like 'org.apache.kafka.connect.data.%'
            or {{ f }}.name like 'io.debezium.data.geometry.%' then {{ f }}.name
        when {{ f }}.type = 'bytes' then 'bytes'
        {# Without it, a decimal column's digits would be read as Connect's base64. #}
        when {{ f }}.type = 'JSON long integer' then 'int64'
    end
{%- endmacro %}
