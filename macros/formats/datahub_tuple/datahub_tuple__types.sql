{#
    The evidence of column types in rows of a TUPLE topic, in the shape of debezium__types: the kinds of the row's values.
    The metadata columns and those that the transport adds are left out. A row does not say what its key is.
    Source: DataHub appendix, TUPLE.
#}
{% macro datahub_tuple__types(stream, rows) %}
    {% set others = ["_sequence_id_", "_operation_type_", "_excute_time_", "_execute_time_", "_source_table_", "_before_image_",
        "_after_image_", stream.landing_columns.topic, stream.landing_columns.partition, stream.landing_columns.offset, stream.landing_columns.timestamp] %}
    with kinds as (
        select *, json_object_keys(cdc_value) as cdc_names, {{ spark_cdc._json_kinds("cdc_value") }} as cdc_kinds
        from {{ rows }}
    ),

    shapes as (
        {{ spark_cdc._shapes("kinds", ["cdc_names", "cdc_kinds"], ["cdc_value"]) }}
    ),

    columns as (
        select
            * except (cdc_names, cdc_kinds, cdc_value),
            posexplode(filter(
                {{ spark_cdc._json_fields("cdc_value") }},
                f -> f.field not in ({% for name in others %}{{ spark_cdc._string_literal(name) }}{{ ", " if not loop.last }}{% endfor %})
            )) as (cdc_number, f)
        from shapes
    )

    {{ spark_cdc._json_evidence("columns") }}
{% endmacro %}
