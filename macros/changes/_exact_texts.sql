{#
    The values whose text is not what Spark's JSON reader gives: a map of source column to text, in which NULL is a value
    that has no exact text, so that it is quarantined. NULL where the row has none of these:
    - a JSON number with a fraction and more than 15 digits, or with a large exponent, also inside nested JSON, in a string
      column without declared `type`, a decimal, array or struct: the reader takes it through a double;
    - digits where decimals are encoded: those of a number get a point, which base64 has not;
    - a text in a string column whose encoding the message's own schema names (`text` of the format's message).
    columns: of the contract, for which this may be asked (strings, decimals, arrays, structs). raw: dict of source column
    to SQL, its raw value. fields: SQL, the images' fields as map<string, variant>, NULL where every text is clear
    (_image_fields), or none.
#}
{% macro _exact_texts(stream, columns, raw, fields=none) %}
    {% set message = spark_cdc._format(stream.format, "message")(stream) %}
    {% set text = message.text %}
    {% set values = [] %}
    {% for c in columns %}
        {% set is_decimal = spark_cdc._is_decimal(c) %}
        {% do values.append(
            "struct(" ~ spark_cdc._string_literal(c.source) ~ " as name, " ~ raw[c.source] ~ " as raw, '" ~ (c.type or "").split("(")[0] ~ "' as declared, "
            ~ (is_decimal | lower) ~ " as is_decimal, " ~ (c.data_type == "string") | lower ~ " as is_text, " ~ (spark_cdc._encoded_decimal(message, c) if is_decimal else "false") ~ " as encoded"
            ~ (", cdc_types['" ~ c.source ~ "'] as own" if text else "") ~ ")"
        ) %}
    {% endfor %}
    {% if not values or (not text and not fields) %}{{ return("cast(null as map<string, string>)") }}{% endif %}
    {% set named = "f.is_text and " ~ spark_cdc._connect_is_encoded_text("f.own.type", "f.declared") if text else "false" %}
    {% set unclear = fields ~ " is not null and case when f.is_decimal then f.raw rlike " ~ spark_cdc._number_text()
        ~ " else f.declared = '' and f.raw rlike '^(-?[0-9]+[.][0-9]+(E-?[0-9]+)?$|\"-?Infinity\"$|[{\\\\[])' end" if fields else "false" %}
    {% set variant = "try_element_at(" ~ fields ~ ", f.name)" if fields else "cast(null as variant)" %}
    {% set read = "struct(" ~ variant ~ " as variant, " ~ spark_cdc._variant_kind(variant) ~ " as kind)" %}
    {% set number = "case when r.kind rlike '^(BIGINT|DECIMAL)' then cast(r.variant as string) end" %}
    {% set exact %}
        case
            {% if text %}
            when {{ named }} then {{ text("f.own", "f.raw", number) }}
            {% endif %}
            {% if fields %}
            when f.is_decimal then case
                when r.variant is null then if(f.encoded or f.raw rlike '[^-0-9]', null, f.raw)
                when r.kind = 'STRING' then if(f.encoded and contains(f.raw, '.') or cast(r.variant as string) <> f.raw, null, f.raw)
                {# What stands elsewhere under this name is another value. #}
                when try_cast(r.variant as double) <> try_cast(f.raw as double) then null
                when r.kind rlike '^(BIGINT|DECIMAL)' then regexp_replace(cast(r.variant as string), '^(-?[0-9]+)$', '$1.')
                when r.kind = 'DOUBLE' then {{ spark_cdc._number_in_message("f.name", "cast(r.variant as double)") }}
                when r.kind = 'OBJECT' then f.raw
            end
            when r.variant is null or r.kind = 'STRING' then f.raw
            when f.raw rlike '^[{\\[]' then case
                when f.raw rlike '[0-9.]{17}E' then null
                when to_json(try_parse_json(f.raw)) = to_json(r.variant) then f.raw
                when not cdc_value rlike {{ spark_cdc._inexact_in_variant() }} then to_json(r.variant)
            end
            when r.kind rlike '^(BIGINT|DECIMAL)' then cast(r.variant as string)
            when r.kind = 'OBJECT' then f.raw
            when r.kind = 'DOUBLE' and f.raw rlike 'E-?[12]?[0-9]{1,2}$' and not cdc_value rlike '([0-9][.]?){16}[eE]'
                {# A double keeps 15 digits; Java may show more, and other ones. #}
                then regexp_replace(format_string('%.14e', cast(r.variant as double)), '[.]?0*e[+]?(-?)0*', 'E$1')
            {% endif %}
        end
    {% endset %}
    {{ return(
        "map_from_entries(array_compact(transform(array(" ~ values | join(", ") ~ "), f -> case when f.raw is not null and (" ~ named ~ " or " ~ unclear
        ~ ") then struct(f.name, " ~ spark_cdc._let("r", read, exact) ~ ") end)))"
    ) }}
{% endmacro %}
