{#
    The Spark type that holds the values of all of these: types is a SQL expression, an array of distinct type names without
    NULL. Integers and decimals keep all digits. An integer with a float is a double, because JSON writers mix them. Any other
    mixture is a string. An empty array (all values were null) is a string, too.
#}
{% macro _widest(types) -%}
    {%- set whole -%}
    array_max(transform({{ types }}, t -> case t
        when 'tinyint' then 3 when 'smallint' then 5 when 'int' then 10 when 'bigint' then 19
        else cast(regexp_extract(t, '([0-9]+),([0-9]+)', 1) as int) - cast(regexp_extract(t, '([0-9]+),([0-9]+)', 2) as int)
    end))
    {%- endset -%}
    {%- set scale = "array_max(transform(" ~ types ~ ", t -> if(t like 'decimal%', cast(regexp_extract(t, '([0-9]+),([0-9]+)', 2) as int), 0)))" -%}
    case
        when size({{ types }}) = 0 then 'string'
        when size({{ types }}) = 1 then {{ types }}[0]
        when forall({{ types }}, t -> t in ('tinyint', 'smallint', 'int', 'bigint'))
            then element_at(map(5, 'smallint', 10, 'int', 19, 'bigint'), {{ whole }})
        when forall({{ types }}, t -> t in ('tinyint', 'smallint', 'int', 'bigint') or t like 'decimal%') then
            if({{ whole }} + {{ scale }} <= 38, concat('decimal(', {{ whole }} + {{ scale }}, ',', {{ scale }}, ')'), 'string')
        when forall({{ types }}, t -> t in ('tinyint', 'smallint', 'int', 'bigint', 'float', 'double')) then 'double'
        when forall({{ types }}, t -> t like 'array<%') then 'array<string>'
        else 'string'
    end
{%- endmacro %}
