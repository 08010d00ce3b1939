{#
    The typed value of a column from the text that cdc_dts_record() writes, `<branch> <value>`; NULL if the value does
    not fit the type. The branch decides, because base64 may consist of digits alone. See docs/formats/dts_avro.md.
#}
{% macro dts_avro__value(stream, column, raw) %}
    {% set type = column.data_type %}
    {% set text = "substr(" ~ raw ~ ", locate(' ', " ~ raw ~ ") + 1)" %}
    {% set is_text = raw ~ " rlike '^(Integer|Decimal|Float|DateTime|Character|TextObject) '" %}
    {% set is_bytes = raw ~ " rlike '^(Bytes|Undecoded|BinaryObject|BinaryGeometry) '" %}
    {% set bytes = "try_to_binary(" ~ text ~ ", 'base64')" %}
    {% if type in ["tinyint", "smallint", "int", "bigint"] %}
        {{ return("case when " ~ is_text ~ " and " ~ text ~ " rlike '^[+-]?[0-9]+$' then try_cast(" ~ text ~ " as " ~ type ~ ") end") }}
    {% elif type in ["float", "double"] %}
        {{ return("case when " ~ is_text ~ " then " ~ spark_cdc._float_from_text(text, type) ~ " end") }}
    {% elif type.startswith("decimal") %}
        {{ return(spark_cdc._let("t", "case when " ~ is_text ~ " then " ~ text ~ " end", spark_cdc._exact_decimal("t", type))) }}
    {% elif type == "boolean" %}
        {{ return("case when " ~ is_text ~ " then case when lower(" ~ text ~ ") in ('1', 't', 'true') then true"
            ~ " when lower(" ~ text ~ ") in ('0', 'f', 'false') then false end end") }}
    {% elif type == "binary" %}
        {{ return("case when " ~ is_bytes ~ " then " ~ bytes ~ " end") }}
    {% elif type in ["timestamp", "timestamp_ntz", "date"] %}
        {{ return(spark_cdc._dts_avro_time(stream, raw, text, type)) }}
    {% elif type == "string" %}
        {{ return(
            "case when " ~ raw ~ " = 'NONE' then null when " ~ raw ~ " like 'Undecoded %' then " ~ ("hex(" ~ bytes ~ ")" if stream.options.undecodable_text == "hex" else "null")
            ~ " when " ~ is_bytes ~ " then case when is_valid_utf8(cast(" ~ bytes ~ " as string)) then cast(" ~ bytes ~ " as string) end"
            ~ " else " ~ text ~ " end"
        ) }}
    {% endif %}
    {{ spark_cdc._error("dts_avro_data_type", source=stream.name, column=column.name, given=type) }}
{% endmacro %}
