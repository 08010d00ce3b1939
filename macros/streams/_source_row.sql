{#
    The part of a position that the halves of one row's update share, in one message or in two: the
    first two numbers of the source's order, and the index in the message.
#}
{% macro _source_row(position) -%}
    concat(left({{ position }}, 59), substring({{ position }}, 82, 6))
{%- endmacro %}
