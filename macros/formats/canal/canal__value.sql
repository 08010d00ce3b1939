{#
    The typed value of a column from its text; NULL if the text does not fit. The contract has the type; labels,
    bits and padding depend on the source's own type in the message. Unsigned numbers need no conversion, and a number
    beyond a float's range does not become infinite. See docs/formats/canal.md.
#}
{% macro canal__value(stream, column, raw) %}
    {% set type = column.data_type %}
    {% if type.startswith("array") or type.startswith("struct") %}
        {{ spark_cdc._error("canal_data_type", source=stream.name, column=column.name, given=type) }}
    {% elif type in ["timestamp", "timestamp_ntz", "date"] %}
        {{ return(spark_cdc._time_from_text(raw, type, stream.options.date_time_zone)) }}
    {% elif type == "binary" %}
        {{ return(spark_cdc._canal_bytes(raw, spark_cdc._canal_source_type(column))) }}
    {% elif type == "string" %}
        {{ return(spark_cdc._canal_label_value(raw, spark_cdc._canal_source_type(column))) }}
    {% endif %}
    {{ return(spark_cdc._text_value(column, raw)) }}
{% endmacro %}
