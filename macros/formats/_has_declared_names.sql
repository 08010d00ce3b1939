{#
    The condition that the columns of an object of a message (map<string, string>) are named as the contract names them: it
    has no name twice, and each column is in it, or no other name that differs only by case. NULL for NULL.
    all: the contract's columns. Most objects have exactly these, in the contract's order, which is a quick comparison.
#}
{% macro _has_declared_names(object, columns, all) -%}
    {%- set names = spark_cdc._names_of(columns) -%}
    {#- As texts, because Spark does not compile higher-order functions. A name with a comma may match without consequence. -#}
    {%- set lowered = "split(lower(array_join({0}, ',')), ',')" -%}
    (map_keys({{ object }}) = {{ spark_cdc._names_of(all) }} or size(array_distinct(map_keys({{ object }}))) = size({{ object }}) and (
        size(array_except({{ names }}, map_keys({{ object }}))) = 0
        or not arrays_overlap({{ lowered.format("array_except(map_keys(" ~ object ~ "), " ~ names ~ ")") }}, {{ lowered.format(names) }})
    ))
{%- endmacro %}
