{#
    The evidence of column types (see docs/adding_a_format.md) if only the kinds of values show it.
    columns: relation with the columns of _shapes(), cdc_number (from 0) and f, a field as _json_fields() gives it.
#}
{% macro _json_evidence(columns) %}
    select
        * except (cdc_number, f),
        f.field as column_name,
        cdc_number + 1 as column_number,
        f.type as evidence,
        {{ spark_cdc._json_spark_type("f.type") }} as data_type,
        cast(null as string) as cdc_type,
        cast(null as int) as key_number,
        cast(null as boolean) as is_optional
    from {{ columns }}
{% endmacro %}
