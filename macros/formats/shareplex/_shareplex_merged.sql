{# A column of `key` merged with `data`: its value in `data`, also a null, else its value in `key`. An insert has `data` alone. #}
{% macro _shareplex_merged(column) -%}
    coalesce(
        cdc_data.`{{ column.source }}`,
        case when cdc_operation <> 'insert' and not coalesce(array_contains(cdc_data_names, {{ spark_cdc._string_literal(column.source) }}), false)
            then cdc_sent_key.`{{ column.source }}` end
    )
{%- endmacro %}
