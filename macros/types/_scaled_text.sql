{#
    The text of unscaled / 10^scale, exactly, for a decimal(38,0) and any int scale, negative ones too. The digits are
    taken from the text: Spark's abs() rounds a decimal to 34 digits.
#}
{% macro _scaled_text(unscaled, scale) -%}
    {%- set digits = "replace(cast(" ~ unscaled ~ " as string), '-', '')" -%}
    {%- set width = "greatest(length(" ~ digits ~ "), " ~ scale ~ " + 1)" -%}
    case
        when {{ scale }} <= 0
            then concat(cast({{ unscaled }} as string), if({{ unscaled }} = 0, '', repeat('0', -({{ scale }}))))
        else concat(
            if({{ unscaled }} < 0, '-', ''),
            left(lpad({{ digits }}, {{ width }}, '0'), {{ width }} - {{ scale }}),
            '.',
            right(lpad({{ digits }}, {{ width }}, '0'), {{ scale }})
        )
    end
{%- endmacro %}
