{#
    The names of the columns whose value their type cannot hold: the raw reading has a value and the column has none, or
    the parse found a misfit somewhere (misfit) and the JSON object at path has a value where the raw reading has none.
#}
{% macro _misfits(contract, raw, misfit, path) -%}
    array_compact(array(
        {% for column in contract.columns %}
        case
            when {{ raw }}.`{{ column.source }}` is not null and `{{ column.name }}` is null then '{{ column.name }}'
            when {{ raw }}.`{{ column.source }}` is null and {{ misfit }}
                and get_json_object(cdc_value, concat({{ path }}, '[\'{{ column.source | replace("'", "\\'") }}\']')) is not null
                then '{{ column.name }}'
        end{{ "," if not loop.last }}
        {% endfor %}
    ))
{%- endmacro %}
