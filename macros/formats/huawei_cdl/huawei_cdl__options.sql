{#
    The options of a Huawei CDL stream. Each has default, allowed (none: anything) and explanation.
    Source: Huawei MRS, "CDL JSON and open-source Debezium JSON".
#}
{% macro huawei_cdl__options() %}
    {{ return({
        "order": {
            "default": "source", "allowed": ["source", "transport"], "logged": true,
            "explanation": "source: the log position in the message; transport: the offset, for sources whose messages have none",
        },
        "position_properties": {
            "default": ["lsn", "scn", "pos"], "allowed": none, "logged": true,
            "explanation": "the names under which transaction.properties (1.0) or source (2.0) may have the log position; the first that is there counts",
        },
        "lob_nulls": {
            "default": "value", "allowed": ["value", "keep"],
            "explanation": "a NULL, in an update, of a column that LOB_COLUMNS names: value: it is NULL; keep: the column keeps its value",
        },
        "date_time_zone": {
            "default": "UTC", "allowed": none,
            "explanation": "the zone of the source's clock, for times that come as texts without a zone",
        },
        "unavailable_value": {
            "default": "__debezium_unavailable_value", "allowed": none,
            "explanation": "the placeholder of a value that the connector did not send (an unchanged TOAST value): the column keeps its value",
        },
    }) }}
{% endmacro %}
