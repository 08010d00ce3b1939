{# The highest ordinal whose bit is set in a mask (see _qlik_mask); 0 if none is. #}
{% macro _qlik_highest_bit(mask) -%}
    case when {{ mask }} = '' then 0 else
        4 * length({{ mask }}) - case when left({{ mask }}, 1) = '1' then 3 when left({{ mask }}, 1) < '4' then 2 when left({{ mask }}, 1) < '8' then 1 else 0 end
    end
{%- endmacro %}
