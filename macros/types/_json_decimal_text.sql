{#
    The text of a decimal column that was read from JSON as variant, exactly as the message has it, whether it is a
    number or a text. A number with an exponent, or of more than 38 digits, is a double in a variant: those are read
    once more, as a decimal, and are no value when that would round them (the column's own text then is, so that it
    shows as one that cannot be held). So is, unread, an exponent beyond a double's 324, which a variant has as zero, and
    of which nine digits would take Java hours to write out.
    column: of the contract. path: the fields that lead to the image in cdc_value.
#}
{% macro _json_decimal_text(variant, column, path) %}
    {%- set width = column.data_type.replace("decimal", "").strip("()").split(",") -%}
    {%- set precision = width[0] | default("10", true) | int -%}
    {%- set scale = width[1] | default("0") | int -%}
    {%- set types = namespace(text="`" ~ column.source ~ "` decimal(38," ~ (38 - precision + scale) ~ ")") -%}
    {%- for field in path | reverse -%}{%- set types.text = "`" ~ field ~ "` struct<" ~ types.text ~ ">" -%}{%- endfor -%}
    {%- set read = "from_json(cdc_value, '" ~ types.text | replace("'", "\\'") ~ "')" -%}
    {%- set n = (["n"] + path) | join(".") ~ ".`" ~ column.source ~ "`" -%}
    {%- set exact -%}
        case when try_cast({{ n }} as {{ column.data_type }}) = {{ n }} and cast({{ n }} as double) = cast({{ variant }} as double)
            then cast(cast({{ n }} as {{ column.data_type }}) as string)
            else concat('no exact ', cast({{ variant }} as string)) end
    {%- endset -%}
    case
        when {{ spark_cdc._variant_kind(variant) }} <> 'DOUBLE' then cast({{ variant }} as string)
        when cdc_value rlike '[1-9]([0-9]{38}|[0-9.]{39})|[.][0-9]{39}|[:,]\\s*-?[0-9.]+[eE][-+]?(32[5-9]|3[3-9][0-9]|[4-9][0-9]{2}|[0-9]{4})' then concat('no exact ', cast({{ variant }} as string))
        when {{ variant }} is not null then {{ spark_cdc._let("n", read, exact) }}
    end
{%- endmacro %}
