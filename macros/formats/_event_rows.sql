{#
    The last query of a format's events: the columns of every format (_event_columns), cdc_reason and cdc_detail.
    relation: it has cdc_quarantine (_quarantine) and all columns except those in `without`, for which the format has nothing.
    The numbers of the source's order are cast to those of the position (_position). with_images: whether it also has
    cdc_images (_reads_images).
#}
{% macro _event_rows(relation, without=[], with_images=false) -%}
    {%- set columns = [] -%}
    {%- for name, column in spark_cdc._event_columns().items() -%}
        {%- if name in without -%}
            {%- do columns.append("cast(" ~ column[1] ~ " as " ~ column[0] ~ ") as " ~ name) -%}
        {%- else -%}
            {%- do columns.append("try_cast(" ~ name ~ " as " ~ column[0] ~ ") as " ~ name if column[0].startswith("decimal") else name) -%}
        {%- endif -%}
    {%- endfor -%}
    select {{ columns | join(", ") }}, cdc_quarantine.reason as cdc_reason, cdc_quarantine.detail as cdc_detail{{ ", cdc_images" if with_images }}
    from {{ relation }}
{%- endmacro %}
