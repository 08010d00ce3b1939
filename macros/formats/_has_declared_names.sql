{#
    The condition that the columns of an object of a message (map<string, string>) are named as the contract names them: it
    has no name twice, and has each column, or no other name that fits one but for the case of letters. NULL of a NULL.
#}
{% macro _has_declared_names(object, columns) -%}
    {%- set names = spark_cdc._names_of(columns) -%}
    {%- set lowered = [] -%}
    {%- for column in columns %}{% do lowered.append("lower(" ~ spark_cdc._string_literal(column.source) ~ ")") %}{% endfor -%}
    size(array_distinct(map_keys({{ object }}))) = size({{ object }}) and (
        size(array_except({{ names }}, map_keys({{ object }}))) = 0
        or not exists(array_except(map_keys({{ object }}), {{ names }}), k -> lower(k) in ({{ lowered | join(", ") }}))
    )
{%- endmacro %}
