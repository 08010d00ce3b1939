{# The text of unscaled / 10^scale, exactly, for a decimal(38,0) and any int scale, negative ones too. #}
{% macro _scaled_text(unscaled, scale) -%}
    case
        when {{ scale }} <= 0 then concat(cast({{ unscaled }} as string), if({{ unscaled }} = 0, '', repeat('0', -({{ scale }}))))
        else concat(
            if({{ unscaled }} < 0, '-', ''),
            left(lpad(cast(abs({{ unscaled }}) as string), greatest(length(cast(abs({{ unscaled }}) as string)), {{ scale }} + 1), '0'),
                greatest(length(cast(abs({{ unscaled }}) as string)), {{ scale }} + 1) - {{ scale }}),
            '.',
            right(lpad(cast(abs({{ unscaled }}) as string), greatest(length(cast(abs({{ unscaled }}) as string)), {{ scale }} + 1), '0'), {{ scale }})
        )
    end
{%- endmacro %}
