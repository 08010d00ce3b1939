{#
    The names in a Connect schema of encodings whose value is not yet a readable text: Decimal, dates and times. The family that
    the contract declares is left out, because it is decoded already. declared: the contract's `type`, '' for none.
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
