{#
    The evidence of column types in SharePlex messages, in the shape of debezium__types: the names in `data` and `key` and
    the kinds of their values, which are texts. A message says neither a column's type nor what the key is.
    Source: DTS, "Data formats of a Kafka cluster", Shareplex JSON.
#}
{% macro shareplex__types(stream, rows) %}
    with texts as (
        select *, get_json_object(cdc_value, '$.data') as cdc_data, get_json_object(cdc_value, '$.key') as cdc_told_key
        from {{ rows }}
    ),

    kinds as (
        select
            *,
            json_object_keys(cdc_data) as cdc_names,
            {{ spark_cdc._json_kinds("cdc_data") }} as cdc_kinds,
            json_object_keys(cdc_told_key) as cdc_key_names,
            {{ spark_cdc._json_kinds("cdc_told_key") }} as cdc_key_kinds
        from texts
    ),

    shapes as (
        {{ spark_cdc._shapes("kinds", ["cdc_names", "cdc_kinds", "cdc_key_names", "cdc_key_kinds"], ["cdc_data", "cdc_told_key"]) }}
    ),

    fields as (
        select
            * except (cdc_names, cdc_kinds, cdc_key_names, cdc_key_kinds, cdc_data, cdc_told_key),
            coalesce({{ spark_cdc._json_fields("cdc_data") }}, array()) as cdc_data_fields,
            coalesce({{ spark_cdc._json_fields("cdc_told_key") }}, array()) as cdc_key_fields
        from shapes
    ),

    columns as (
        select
            * except (cdc_data_fields, cdc_key_fields),
            {# An update's key is the longer one, in the table's own order. #}
            posexplode(concat(cdc_key_fields, filter(cdc_data_fields, f -> not exists(cdc_key_fields, k -> k.field = f.field)))) as (cdc_number, f)
        from fields
    )

    {{ spark_cdc._json_evidence("columns") }}
{% endmacro %}
