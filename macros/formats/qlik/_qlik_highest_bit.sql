{# The highest ordinal whose bit a mask (see _qlik_mask) has; 0 when it has none. #}
{% macro _qlik_highest_bit(mask) -%}
    case when {{ mask }} = '' then 0 else
        4 * length({{ mask }}) - case when left({{ mask }}, 1) = '1' then 3 when left({{ mask }}, 1) < '4' then 2 when left({{ mask }}, 1) < '8' then 1 else 0 end
    end
{%- endmacro %}
