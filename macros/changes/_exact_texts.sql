{#
    The values for which Spark's JSON reader does not give the exact text: a map from source column to text. In it, NULL is a value
    without an exact text, which is then quarantined. The map is NULL where the row has no such value (_unclear_values). These are:
    - a JSON number with a fraction and more than 15 digits, or with a large exponent, also inside nested JSON, in a string
      column without declared `type`, a decimal, an array or a struct: the reader converts it to a double;
    - digits where decimals are encoded: a number's digits get a point, which base64 does not have;
    - an encoded decimal that needs more than the common decoding (_connect_is_reencoded): its digits, with a point;
    - a text in a string column whose encoding the message's own schema names (`text` of the format's message).
    columns: those of the contract that may need it (strings, decimals, arrays, structs). raw: dict from source column
    to SQL, its raw value. fields: a name, the images' fields as map<string, variant> (_image_fields), or NULL where the texts
    are unambiguous.
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
    {# A field of this name elsewhere in the message is another value. #}
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
            {# Only numbers are looked up, because another image may have a number under this name. #}
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
                {# A double keeps 15 digits. Java may print more, and different ones. #}
                then regexp_replace(format_string('%.14e', cast(r.variant as double)), '[.]?0*e[+]?(-?)0*', 'E$1')
        end
    {% endset %}
    {{ return(
        "map_from_entries(array_compact(transform(array(" ~ values | join(", ") ~ "), f -> case when " ~ asked
        ~ " then struct(f.name, " ~ spark_cdc._let("r", read, exact) ~ ") end)))"
    ) }}
{% endmacro %}
