{# The columns' values in a map of texts, as a struct; NULL for NULL. map: a name, because it is used for each column. #}
{% macro _image_of(map, columns) -%}
    case when {{ map }} is not null then named_struct(
        {%- for c in columns %}{{ spark_cdc._string_literal(c.source) }}, try_element_at({{ map }}, {{ spark_cdc._string_literal(c.source) }}){{ ", " if not loop.last }}{% endfor -%}
    ) end
{%- endmacro %}
