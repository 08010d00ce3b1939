{#
    The shape of a JSON object's text: the type of each field as Spark's variant has it, with all numbers of one kind
    alike (see _json_evidence), so that it groups messages and not values. NULL for what is no JSON object, and for a
    text with half of a surrogate pair, on which Spark fails when a name holds it; few texts have an escape at all.
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
