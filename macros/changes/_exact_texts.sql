{#
    The values of string columns whose text is not what Spark's JSON reader gives: a map of source column to text, in
    which NULL is a value that has no exact text, so that it is quarantined. NULL where the row has none of these:
    - a JSON number with a fraction and more than 15 digits, or with a large exponent, also inside nested JSON, in a column
      without declared `type`: the reader takes it through a double;
    - a value whose encoding the message's own schema names, such as a Decimal (`text` of the format's message).
    columns: of the contract. raw: dict of source column to SQL, its raw value. fields: SQL, the image's fields as map<string, variant>,
    NULL where no number of the message is that long (_image_fields), or none.
#}
{% macro _exact_texts(stream, columns, raw, fields=none) %}
    {% set text = spark_cdc._format(stream.format, "message")(stream).text %}
    {% set values = [] %}
    {% set raw_type = spark_cdc._format(stream.format, "raw_type") %}
    {% for c in columns | selectattr("data_type", "equalto", "string") %}
        {% set literal = spark_cdc._string_literal(c.source) %}
        {% do values.append(
            "struct(" ~ literal ~ " as name, " ~ ("ltrim('=', " ~ raw[c.source] ~ ")" if raw_type(stream, c) == "variant" else raw[c.source]) ~ " as raw, '" ~ (c.type or "").split("(")[0] ~ "' as declared"
            ~ (", cdc_types['" ~ c.source ~ "'] as own" if text else "") ~ ")"
        ) %}
    {% endfor %}
    {% if not values or (not text and not fields) %}{{ return("cast(null as map<string, string>)") }}{% endif %}
    {% set encoded = spark_cdc._connect_is_encoded_text("f.own.type", "f.declared") if text else "false" %}
    {% set long = "f.declared = '' and " ~ fields ~ " is not null and f.raw rlike '^(-?[0-9]+[.][0-9]+(E-?[0-9]+)?$|\"-?Infinity\"$|[{\\\\[])'" if fields else "false" %}
    {% set variant = "try_element_at(" ~ fields ~ ", f.name)" if fields else "cast(null as variant)" %}
    {% set read = "struct(" ~ variant ~ " as variant, " ~ spark_cdc._variant_kind(variant) ~ " as kind)" %}
    {% set number = "case when r.kind rlike '^(BIGINT|DECIMAL)' then cast(r.variant as string) end" %}
    {% set exact %}
        case
            {% if text %}
            when {{ encoded }} then {{ text("f.own", "f.raw", number) }}
            {% endif %}
            {% if fields %}
            when r.variant is null or r.kind = 'STRING' then f.raw
            when f.raw rlike '^[{\\[]' then case
                when f.raw rlike '[0-9.]{17}E' then null
                when to_json(try_parse_json(f.raw)) = to_json(r.variant) then f.raw
                when not cdc_value rlike {{ spark_cdc._inexact_in_variant() }} then to_json(r.variant)
            end
            when r.kind rlike '^(BIGINT|DECIMAL)' then cast(r.variant as string)
            when r.kind = 'OBJECT' then f.raw
            {# A double keeps 15 digits; Java may show more, and other ones. #}
            when r.kind = 'DOUBLE' and f.raw rlike 'E-?[12]?[0-9]{1,2}$' and not cdc_value rlike '([0-9][.]?){16}[eE]'
                then regexp_replace(format_string('%.14e', cast(r.variant as double)), '[.]?0*e[+]?(-?)0*', 'E$1')
            {% endif %}
        end
    {% endset %}
    {{ return(
        "map_from_entries(array_compact(transform(array(" ~ values | join(", ") ~ "), f -> case when f.raw is not null and (" ~ encoded ~ " or " ~ long
        ~ ") then struct(f.name, " ~ spark_cdc._let("r", read, exact) ~ ") end)))"
    ) }}
{% endmacro %}
