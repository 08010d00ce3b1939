{#
    The columns' values in a map of texts, as a struct; NULL for NULL. map: a name, because it is used for each column.
    usual: whether most maps have exactly these columns in this order; their values are taken by their place, which is quicker than a search.
#}
{% macro _image_of(map, columns, usual=false) -%}
    case
        {%- if usual %}
        when map_keys({{ map }}) = {{ spark_cdc._names_of(columns) }} then named_struct(
            {%- for c in columns %}{{ spark_cdc._string_literal(c.source) }}, map_values({{ map }})[{{ loop.index0 }}]{{ ", " if not loop.last }}{% endfor -%}
        )
        {%- endif %}
        when {{ map }} is not null then named_struct(
            {%- for c in columns %}{{ spark_cdc._string_literal(c.source) }}, try_element_at({{ map }}, {{ spark_cdc._string_literal(c.source) }}){{ ", " if not loop.last }}{% endfor -%}
        )
    end
{%- endmacro %}
