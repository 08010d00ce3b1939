{#
    The names by which a Connect schema calls an encoding whose value is no text yet: of a Decimal, a date or a time. Without
    those of the family that the contract declares, which reads them already. declared: the contract's `type`, '' for none.
#}
{% macro _connect_encodings(declared) %}
    {% set families = {
        "Decimal": ["io.debezium.data.VariableScaleDecimal"],
        "Date": ["io.debezium.time.Date"],
        "Timestamp": ["io.debezium.time.Timestamp", "io.debezium.time.MicroTimestamp", "io.debezium.time.NanoTimestamp"],
        "Time": ["io.debezium.time.Time", "io.debezium.time.MicroTime", "io.debezium.time.NanoTime"],
    } %}
    {% set names = [] %}
    {% for family, more in families.items() if not declared.endswith(family) %}
        {% do names.extend(["org.apache.kafka.connect.data." ~ family] + more) %}
    {% endfor %}
    {{ return(names) }}
{% endmacro %}
