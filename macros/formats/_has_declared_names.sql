{#
    The condition that the columns of an object of a message (map<string, string>) are named as the contract names them: it
    has no name twice, and has each column, or no other name that fits one but for the case of letters. NULL of a NULL.
    all: the contract's columns. Most objects have just these, in the contract's order, which is quickly seen.
#}
{% macro _has_declared_names(object, columns, all) -%}
    {%- set names = spark_cdc._names_of(columns) -%}
    {#- As texts, for Spark compiles no function that takes another one. A name with a comma may fit in vain. -#}
    {%- set lowered = "split(lower(array_join({0}, ',')), ',')" -%}
    (map_keys({{ object }}) = {{ spark_cdc._names_of(all) }} or size(array_distinct(map_keys({{ object }}))) = size({{ object }}) and (
        size(array_except({{ names }}, map_keys({{ object }}))) = 0
        or not arrays_overlap({{ lowered.format("array_except(map_keys(" ~ object ~ "), " ~ names ~ ")") }}, {{ lowered.format(names) }})
    ))
{%- endmacro %}
