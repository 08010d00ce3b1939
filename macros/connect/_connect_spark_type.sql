{#
    The Spark type to propose for a field of a Connect schema: an SQL expression of a struct with name, type,
    parameters and items. Source: Debezium reference, data type mappings; Kafka Connect JsonConverter.
#}
{% macro _connect_spark_type(f) %}
    {%- set simple = {
        "int8": "tinyint", "int16": "smallint", "int32": "int", "int64": "bigint", "boolean": "boolean",
        "float": "float", "float32": "float", "double": "double", "float64": "double", "string": "string",
    } -%}
    {%- set precision = "try_cast(" ~ f ~ ".parameters['connect.decimal.precision'] as int)" -%}
    {%- set scale = "try_cast(" ~ f ~ ".parameters['scale'] as int)" -%}
    case
        when {{ f }}.name = 'org.apache.kafka.connect.data.Decimal' then
            {# Without a precision (money), the widest type with that scale. A negative scale means more digits before the point. #}
            case when coalesce({{ precision }}, 38) - least({{ scale }}, 0) <= 38 and {{ scale }} <= coalesce({{ precision }}, 38)
                then concat('decimal(', coalesce({{ precision }}, 38) - least({{ scale }}, 0), ',', greatest({{ scale }}, 0), ')')
                else 'string'
            end
        when {{ f }}.name in ('io.debezium.time.Date', 'io.debezium.time.IsoDate', 'org.apache.kafka.connect.data.Date') then 'date'
        when {{ f }}.name in (
            'io.debezium.time.Timestamp', 'io.debezium.time.MicroTimestamp', 'io.debezium.time.NanoTimestamp',
            'io.debezium.time.IsoTimestamp', 'org.apache.kafka.connect.data.Timestamp'
        ) then 'timestamp_ntz'
        when {{ f }}.name = 'io.debezium.time.ZonedTimestamp' then 'timestamp'
        when {{ f }}.name in (
            'io.debezium.time.Time', 'io.debezium.time.MicroTime', 'io.debezium.time.NanoTime',
            'io.debezium.time.IsoTime', 'org.apache.kafka.connect.data.Time'
        ) then 'string'
        when {{ f }}.type = 'bytes' then 'binary'
        {% for name, type in simple.items() %}
        when {{ f }}.type = '{{ name }}' then '{{ type }}'
        {% endfor %}
        when {{ f }}.type = 'array' then concat('array<', case
            {# Elements are not decoded: they are text if they have an encoding of their own. #}
            {% for name, type in simple.items() %}
            when {{ f }}.items.type = '{{ name }}' then '{{ type }}'
            {% endfor %}
            else 'string'
        end, '>')
        when {{ f }}.type in ('map', 'struct') then 'string'
    end
{%- endmacro %}
