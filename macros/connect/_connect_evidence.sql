{# The type that a field of a Connect schema declares, in the schema's own words: the logical name or type, with its parameters. #}
{% macro _connect_evidence(f) -%}
    concat(
        coalesce({{ f }}.name, {{ f }}.type),
        case
            when {{ f }}.type = 'array' then concat('<', coalesce({{ f }}.items.name, {{ f }}.items.type, '?'), '>')
            when {{ f }}.type = 'map' then concat('<', coalesce({{ f }}.`keys`.name, {{ f }}.`keys`.type, '?'), ',', coalesce({{ f }}.`values`.name, {{ f }}.`values`.type, '?'), '>')
            when {{ f }}.parameters['scale'] is not null
                then concat('(', concat_ws(',', {{ f }}.parameters['connect.decimal.precision'], {{ f }}.parameters['scale']), ')')
            when {{ f }}.parameters['length'] is not null then concat('(', {{ f }}.parameters['length'], ')')
            else ''
        end
    )
{%- endmacro %}
