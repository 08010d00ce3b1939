{#
    The values whose text is not what Spark's JSON reader gives: a map of source column to text, in which NULL is a value
    that has no exact text, so that it is quarantined. NULL where the row has none of these (_unclear_values):
    - a JSON number with a fraction and more than 15 digits, or with a large exponent, also inside nested JSON, in a string
      column without declared `type`, a decimal, array or struct: the reader takes it through a double;
    - digits where decimals are encoded: those of a number get a point, which base64 has not;
    - an encoded decimal that is not as nearly all are (_connect_is_reencoded): its digits, with a point;
    - a text in a string column whose encoding the message's own schema names (`text` of the format's message).
    columns: of the contract, for which this may be asked (strings, decimals, arrays, structs). raw: dict of source column
    to SQL, its raw value. fields: a name, the images' fields as map<string, variant> (_image_fields), NULL where texts tell
    what values are.
#}
{% macro _exact_texts(stream, columns, raw, fields) %}
    {% set message = spark_cdc._format(stream.format, "message")(stream) %}
    {% set text = message.text %}
    {% set values, encodings = [], {} %}
    {% for c in columns %}
        {% set is_decimal = spark_cdc._is_decimal(c) %}
        {% set own = "cdc_types['" ~ c.source ~ "']" %}
        {% set encoded, reencoded = "false", "false" %}
        {% if is_decimal and text %}
            {% set encoding = spark_cdc._decimal_encoding(message, c) %}
            {% set encoded = spark_cdc._connect_is_decimal(encoding) %}
            {% if c.data_type != "string" %}
                {% set reencoded = encoded ~ " and " ~ spark_cdc._connect_is_reencoded(c, raw[c.source], encoding) %}
                {% set own = "struct(" ~ encoding ~ " as type, coalesce(" ~ own ~ ".scale, " ~ spark_cdc._decimal_scale(c.data_type) ~ ") as scale)" %}
            {% endif %}
        {% endif %}
        {% set declared = (c.type or "").split("(")[0] %}
        {% set is_text = text and c.data_type == "string" %}
        {% if is_text %}{% do encodings.update({declared: "f.own.type in ('" ~ spark_cdc._connect_encodings(declared) | join("', '") ~ "')"}) %}{% endif %}
        {% do values.append(
            "struct(" ~ spark_cdc._string_literal(c.source) ~ " as name, " ~ raw[c.source] ~ " as raw, '" ~ declared ~ "' as declared, "
            ~ (is_decimal | lower) ~ " as is_decimal, " ~ encoded ~ " as encoded, " ~ reencoded ~ " as reencoded"
            ~ (", " ~ own ~ " as own, " ~ is_text | lower ~ " as is_text" if text) ~ ")"
        ) %}
    {% endfor %}
    {% set named = [] %}
    {% for declared, condition in encodings.items() %}{% do named.append("when '" ~ declared ~ "' then " ~ condition) %}{% endfor %}
    {% set named = "coalesce(f.is_text and case f.declared " ~ named | join(" ") ~ " end, false)" if named else "false" %}
    {% set is_number = "coalesce(f.raw rlike " ~ spark_cdc._number_text() ~ ", false)" %}
    {% set asked = "f.raw is not null and (f.reencoded or " ~ named ~ " or " ~ fields ~ " is not null and if(f.is_decimal, "
        ~ is_number ~ ", f.declared = '' and f.raw rlike '^(-?[0-9]+[.][0-9]+(E-?[0-9]+)?$|\"-?Infinity\"$|[{\\\\[])'))" %}
    {% set variant = "try_element_at(" ~ fields ~ ", f.name)" %}
    {% set read = "struct(" ~ variant ~ " as variant, " ~ spark_cdc._variant_kind(variant) ~ " as kind, " ~ named ~ " as named, " ~ is_number ~ " as is_number)" %}
    {# What stands elsewhere under this name is another value. #}
    {% set is_same = "try_cast(r.variant as double) = try_cast(f.raw as double)" %}
    {% set number = "case when r.is_number and r.kind rlike '^(BIGINT|DECIMAL)' and " ~ is_same ~ " then cast(r.variant as string) end" %}
    {% set exact %}
        case
            when f.is_decimal and not r.named and r.is_number and r.kind rlike '^(BIGINT|DECIMAL|DOUBLE)' then case
                when not {{ is_same }} then null
                when r.kind = 'DOUBLE' then {{ spark_cdc._number_in_message("f.name", "cast(r.variant as double)") }}
                else regexp_replace(cast(r.variant as string), '^(-?[0-9]+)$', '$1.')
            end
            when f.is_decimal and not r.named and r.is_number and (
                r.variant is null and (f.encoded or f.raw rlike '[^-0-9]')
                or r.kind = 'STRING' and (f.encoded and contains(f.raw, '.') or cast(r.variant as string) <> f.raw)
            ) then null
            {% if text %}
            {# What is no number is not looked up: another image may have one under this name. #}
            when r.named or f.reencoded and (not r.is_number or r.kind = 'STRING')
                then {{ spark_cdc._let("t", text("f.own", "f.raw", number), "if(f.reencoded and not contains(t, '.'), concat(t, '.'), t)") }}
            {% endif %}
            when f.is_decimal then if(r.variant is null or r.kind in ('STRING', 'OBJECT'), f.raw, null)
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
        end
    {% endset %}
    {{ return(
        "map_from_entries(array_compact(transform(array(" ~ values | join(", ") ~ "), f -> case when " ~ asked
        ~ " then struct(f.name, " ~ spark_cdc._let("r", read, exact) ~ ") end)))"
    ) }}
{% endmacro %}
