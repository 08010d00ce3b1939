{# A column's type in the words of its metadata, with the relevant ones of length, precision and scale. #}
{% macro _qlik_type_text(c) -%}
    concat(
        coalesce({{ c }}.type, '?'),
        case
            when upper({{ c }}.type) = 'NUMERIC' then concat('(', coalesce({{ c }}.precision, 0), ',', coalesce({{ c }}.scale, 0), ')')
            when upper({{ c }}.type) in ('STRING', 'WSTRING', 'BYTES') and {{ c }}.length > 0 then concat('(', {{ c }}.length, ')')
            else ''
        end
    )
{%- endmacro %}
