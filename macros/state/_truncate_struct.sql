{# A truncate (a struct of source_table, position and event_at) with the fields of _change_struct. #}
{% macro _truncate_struct(contract, truncate) -%}
    named_struct(
        'position', {{ truncate }}.position,
        'operation', 'truncate',
        'key_change', false,
        'transaction', cast(null as string),
        'source_table', {{ truncate }}.source_table,
        'event_at', {{ truncate }}.event_at,
        'absent', cast(array() as array<string>),
        'whole', cast(null as struct<position: string, transaction: string>),
        'image', cast(null as {{ spark_cdc._image_type(contract) }})
    )
{%- endmacro %}
