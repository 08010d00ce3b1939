{#
    A row of data or old as texts: decimals by their digits (a JSON number of more than a variant's 38 digits has no exact ones,
    and becomes a bad value), and with zero_dates: null, dates with a zero month or day as NULL.
#}
{% macro _canal_image(stream, columns, row) -%}
    {%- set fields = [] -%}
    {%- for c in columns -%}
        {%- set raw = row ~ ".`" ~ c.source ~ "`" -%}
        {%- if c.data_type.startswith("decimal") -%}
            {%- set raw = "concat(if(" ~ spark_cdc._variant_kind(raw) ~ " = 'DOUBLE', 'no exact ', ''), cast(" ~ raw ~ " as string))" -%}
        {%- elif stream.options.zero_dates == "null" and c.data_type in ["date", "timestamp", "timestamp_ntz"] -%}
            {%- set raw = "case when not " ~ raw ~ " rlike '^[0-9]{4}-(00-[0-9]{2}|[0-9]{2}-00)' then " ~ raw ~ " end" -%}
        {%- endif -%}
        {%- do fields.append("'" ~ c.source ~ "', " ~ raw) -%}
    {%- endfor -%}
    case when {{ row }} is not null then named_struct({{ fields | join(", ") }}) end
{%- endmacro %}
