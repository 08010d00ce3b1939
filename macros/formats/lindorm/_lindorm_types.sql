{#
    The encodings that the contract's `type` may name for a data type: {"bytes": those of HBase's Bytes.toBytes, of which
    the first is the default, "connect": names of Connect schemas}. All types also have `json`: the JSON value as it is, as
    Lindorm sends the values of SQL tables. Source: Lindorm, "Data format", Note.
#}
{% macro _lindorm_types(data_type) %}
    {% set connect = "org.apache.kafka.connect.data." %}
    {% set debezium = "io.debezium.time." %}
    {% set instants = {
        "bytes": ["long", "string"],
        "connect": [connect ~ "Timestamp", debezium ~ "Timestamp", debezium ~ "MicroTimestamp", debezium ~ "NanoTimestamp"],
    } %}
    {% set smallint = {"bytes": ["short", "int", "long", "string"]} %}
    {% set types = {
        "bigint": {"bytes": ["long", "int", "short", "string"]},
        "int": {"bytes": ["int", "short", "long", "string"]},
        "smallint": smallint, "tinyint": smallint,
        "double": {"bytes": ["double", "float", "string"]},
        "float": {"bytes": ["float", "double", "string"]},
        "decimal": {
            "bytes": ["decimal", "long", "int", "short", "string"],
            "connect": [connect ~ "Decimal", "io.debezium.data.VariableScaleDecimal"],
        },
        "boolean": {"bytes": ["bool", "string"]},
        "binary": {"bytes": ["raw"]},
        "timestamp": instants, "timestamp_ntz": instants,
        "date": {"bytes": ["string"], "connect": [connect ~ "Date", debezium ~ "Date"]},
        "string": {
            "bytes": ["string", "raw"],
            "connect": [connect ~ "Time", debezium ~ "Time", debezium ~ "MicroTime", debezium ~ "NanoTime"],
        },
    } %}
    {% set found = types.get(data_type.split("(")[0], {}) %}
    {{ return({"bytes": found.bytes or [], "connect": found.connect or []}) }}
{% endmacro %}
