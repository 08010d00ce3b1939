{#
    The typed value of a column from its raw reading; NULL when the raw value does not fit. BYTES and BLOB are
    hexadecimal digits; NUMERIC and UINT8 are texts, other numbers are numbers.
    Source: Qlik Replicate, "Supported data types".
#}
{% macro qlik__value(stream, column, raw) %}
    {% set type = column.data_type %}
    {% if type == "binary" %}
        {{ return("case when " ~ raw ~ " rlike '^([0-9A-Fa-f]{2})*$' then try_to_binary(" ~ raw ~ ", 'hex') end") }}
    {% elif type in ["timestamp", "timestamp_ntz", "date"] %}
        {% set text = raw %}
        {% if stream.options.nanoseconds == "truncate" %}{% set text = "regexp_replace(" ~ raw ~ ", '([.][0-9]{6})[0-9]+', '$1')" %}{% endif %}
        {{ return(spark_cdc._time_from_text(text, type, "UTC")) }}
    {% endif %}
    {{ return(spark_cdc._text_value(column, raw)) }}
{% endmacro %}
