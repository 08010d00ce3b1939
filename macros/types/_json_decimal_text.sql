{#
    The text of a decimal column that was read from JSON as variant, exactly as the message has it, whether it is a
    number or a text. A number with an exponent, or of more than 38 digits, is a double in a variant: those are read
    once more, as a decimal, and are no value when that would round them ('no exact ...' then is, so that it shows as one
    that cannot be held). So is, unread, an exponent beyond a double's 324, which a variant has as zero, and of which
    nine digits would take Java hours to write out.
    column: of the contract. paths: see _exact_image. mark: what to put before a number, to tell it from the same digits
    as a text; a text that begins with it, which no decimal does, and a boolean become '<mark>no exact ...'.
#}
{% macro _json_decimal_text(variant, column, paths, mark="") %}
    {%- set width = column.data_type.replace("decimal", "").strip("()").split(",") -%}
    {%- set precision = width[0] | default("10", true) | int -%}
    {%- set scale = width[1] | default("0") | int -%}
    {%- set text = "cast(" ~ variant ~ " as string)" -%}
    {%- set inexact = "concat('" ~ mark ~ "no exact ', " ~ text ~ ")" -%}
    {%- set readings = [] -%}
    {%- for path in paths -%}
        {%- set type = namespace(text="`" ~ column.source ~ "` decimal(38," ~ (38 - precision + scale) ~ ")") -%}
        {%- for field in path | reverse -%}{%- set type.text = "`" ~ field ~ "` struct<" ~ type.text ~ ">" -%}{%- endfor -%}
        {%- do readings.append(
            "from_json(cdc_value, '" ~ type.text | replace("'", "\\'") ~ "')['" ~ (path + [column.source]) | join("']['") ~ "']"
        ) -%}
    {%- endfor -%}
    {%- set reading = readings[0] if readings | length == 1 else "coalesce(" ~ readings | join(", ") ~ ")" -%}
    {%- set checked -%}
        case when try_cast(n as {{ column.data_type }}) = n and cast(n as double) = cast({{ variant }} as double)
            then concat('{{ mark }}', cast(cast(n as {{ column.data_type }}) as string))
            else {{ inexact }} end
    {%- endset -%}
    {%- set double -%}
        case
            when cdc_value rlike '[1-9]([0-9]{38}|[0-9.]{39})|[.][0-9]{39}|[:,]\\s*-?[0-9.]+[eE][-+]?(32[5-9]|3[3-9][0-9]|[4-9][0-9]{2}|[0-9]{4})' then {{ inexact }}
            else {{ spark_cdc._let("n", reading, checked) }}
        end
    {%- endset -%}
    {%- set kind = spark_cdc._variant_kind(variant) -%}
    {%- if not mark -%}
    case when {{ kind }} = 'DOUBLE' then {{ double }} else {{ text }} end
    {%- else -%}
    case
        when startswith(to_json({{ variant }}), '"') then if(startswith({{ text }}, '{{ mark }}'), {{ inexact }}, {{ text }})
        when {{ kind }} = 'DOUBLE' then {{ double }}
        when startswith({{ kind }}, 'BIGINT') or startswith({{ kind }}, 'DECIMAL') then concat('{{ mark }}', {{ text }})
        when {{ kind }} = 'BOOLEAN' then {{ inexact }}
        else {{ text }}
    end
    {%- endif -%}
{%- endmacro %}
