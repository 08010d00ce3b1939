{#
    The shape of a JSON object's text: the type of each field in Spark's variant, with the same name for all numbers of a kind
    (see _json_evidence), so that it groups messages and not values. NULL for any other text, and for a
    text with half of a surrogate pair, on which Spark fails if it is in a name; few texts have an escape at all.
#}
{% macro _json_kinds(text) -%}
    case
        when contains({{ text }}, '\\u') and {{ text }} rlike '[\\\\]u[dD][89abAB][0-9a-fA-F]{2}(?![\\\\]u[dD][c-fC-F])|(?<![\\\\]u[dD][89abAB][0-9a-fA-F]{2})[\\\\]u[dD][c-fC-F]' then null
        else regexp_replace(
            regexp_replace(schema_of_variant(try_parse_json({{ text }})), 'DECIMAL[(](19|[23][0-9]),0[)]', 'INTEGER'),
            'DECIMAL[(][0-9]+,[0-9]+[)]|DOUBLE|FLOAT', 'FRACTION'
        )
    end
{%- endmacro %}
