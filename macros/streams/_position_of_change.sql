{# A change's own position: the position of its event (_position), with the index in the message and the image filled in. #}
{% macro _position_of_change(position, index, image) -%}
    concat(
        left({{ position }}, 81), lpad(cast({{ index }} as string), 6, '0'),
        substring({{ position }}, 88, 42), if({{ image }} = 'before', '0', '1')
    )
{%- endmacro %}
