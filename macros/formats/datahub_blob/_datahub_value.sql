{#
    The typed value of a DataHub column from its raw reading, for BLOB and TUPLE; NULL when the raw value does not fit.
    unit: of a number that stands for a point in time, milliseconds or microseconds.
    Source: DataHub appendix, data types.
#}
{% macro _datahub_value(stream, column, raw, unit) %}
    {% set type = column.data_type %}
    {% if type == "binary" %}
        {{ return("try_to_binary(" ~ raw ~ ", 'base64')") }}
    {% elif type in ["timestamp", "timestamp_ntz", "date"] %}
        {{ return(spark_cdc._time_from_text(raw, type, stream.options.date_time_zone, unit)) }}
    {% endif %}
    {{ return(spark_cdc._text_value(column, raw)) }}
{% endmacro %}
