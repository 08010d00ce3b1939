{# A column of `data` laid over `key`: what `data` has, a null too, else what `key` has; of an insert `data` alone. #}
{% macro _shareplex_laid(column) -%}
    coalesce(
        cdc_data.`{{ column.source }}`,
        case when cdc_operation <> 'insert' and not coalesce(array_contains(cdc_data_names, {{ spark_cdc._string_literal(column.source) }}), false)
            then cdc_told_key.`{{ column.source }}` end
    )
{%- endmacro %}
