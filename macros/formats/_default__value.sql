{#
    The default: the typed value of a column from its text, an SQL expression; NULL if it does not fit.
    The contract gives the type. `binary` and `unit` of <format>__message give the encoding of bytes, and the unit of a number
    in a time column; the options date_time_zone and nanoseconds apply if the format has them.
#}
{% macro _default__value(stream, column, raw) %}
    {% set type = column.data_type %}
    {% set message = spark_cdc._format(stream.format, "message")(stream) %}
    {% if type == "binary" and message.binary == "hex" %}
        {{ return("case when length(" ~ raw ~ ") % 2 = 0 then try_to_binary(" ~ raw ~ ", 'hex') end") }}
    {% elif type == "binary" %}
        {{ return("try_to_binary(" ~ raw ~ ", 'base64')") }}
    {% elif type in ["timestamp", "timestamp_ntz", "date"] %}
        {% set text = "regexp_replace(" ~ raw ~ ", '([.][0-9]{6})[0-9]+', '$1')" if stream.options.nanoseconds == "truncate" else raw %}
        {{ return(spark_cdc._time_from_text(text, type, stream.options.date_time_zone or "UTC", message.unit)) }}
    {% endif %}
    {{ return(spark_cdc._text_value(column, raw)) }}
{% endmacro %}
