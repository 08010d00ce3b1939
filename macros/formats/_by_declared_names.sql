{#
    The objects of a message (array of map<string, string>) with their columns named as the contract names them: an array of
    struct of m, the map, and unclear, the columns that several other names match. In each object, names match exactly first,
    then without regard to case if only one name matches. If a name occurs twice, the last value counts. For the few
    messages for which _has_declared_names is not true.
    See docs/semantics.md, Column names.
#}
{% macro _by_declared_names(objects, columns) -%}
    {%- set names = spark_cdc._names_of(columns) -%}
    {%- set own = "filter(map_entries(o), e -> e.key = name)" -%}
    {%- set others = "filter(map_entries(o), e -> lower(e.key) = lower(name) and not array_contains(" ~ names ~ ", e.key))" -%}
    {%- set several = "size(c.own) = 0 and size(array_distinct(transform(c.others, e -> e.key))) > 1" -%}
    {%- set named -%}
        struct(
            map_from_entries(transform(
                filter(columns, c -> size(c.own) + size(c.others) > 0 and not ({{ several }})),
                c -> struct(c.name, element_at(if(size(c.own) > 0, c.own, c.others), -1).value)
            )) as m,
            nullif(array_join(transform(filter(columns, c -> {{ several }}), c -> c.name), ' '), '') as unclear
        )
    {%- endset -%}
    transform({{ objects }}, o -> if(o is null, null, {{ spark_cdc._let(
        "columns", "transform(" ~ names ~ ", name -> struct(name, " ~ own ~ " as own, " ~ others ~ " as others))", named
    ) }}))
{%- endmacro %}
