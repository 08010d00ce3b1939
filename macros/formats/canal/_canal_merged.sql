{#
    One image of a row from cdc_d (its data) and cdc_o (its old). over: data merged with old, so that a column that old names
    has old's value, also NULL; else data alone, where only the key may come from old.
#}
{% macro _canal_merged(columns, over) -%}
    {%- set fields = [] -%}
    {%- for c in columns -%}
        {%- set data = "cdc_d.`" ~ c.source ~ "`" -%}
        {%- set old = "cdc_o.`" ~ c.source ~ "`" -%}
        {%- if c.key -%}
            {%- set value = "coalesce(" ~ (old ~ ", " ~ data if over else data ~ ", " ~ old) ~ ")" -%}
        {%- elif over -%}
            {%- set value = "if(" ~ old ~ " is not null or array_contains(cdc_pair.cdc_old_names, '" ~ c.source ~ "'), " ~ old ~ ", " ~ data ~ ")" -%}
        {%- else -%}
            {%- set value = data -%}
        {%- endif -%}
        {%- do fields.append("'" ~ c.source ~ "', " ~ value) -%}
    {%- endfor -%}
    case when cdc_d is not null{{ " or cdc_o is not null" if over }} then named_struct({{ fields | join(", ") }}) end
{%- endmacro %}
