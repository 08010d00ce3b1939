{# The start value of a key's fold: its state row (cdc_base), or an empty row. #}
{% macro _fold_start(contract, range) -%}
    named_struct(
        'position', cast({{ "cdc_base.cdc_position" if range.merge else "null" }} as string),
        'settled_position', coalesce({{ "cdc_base.cdc_settled_position" if range.merge else "null" }}, ''),
        'operation', cast({{ "cdc_base.cdc_operation" if range.merge else "null" }} as string),
        'deleted', coalesce({{ "cdc_base.cdc_deleted" if range.merge else "null" }}, true),
        'incomplete', coalesce({{ "cdc_base.cdc_incomplete" if range.merge else "null" }}, false),
        'pending_deletes', coalesce({{ "cdc_base.cdc_pending_deletes" if range.merge else "null" }}, 0),
        'key_change_transaction', cast({{ "cdc_base.cdc_key_change_transaction" if range.merge else "null" }} as string),
        'source_table', cast({{ "cdc_base.cdc_source_table" if range.merge else "null" }} as string),
        'displaced_tables', coalesce({{ "cdc_base.cdc_displaced_tables" if range.merge and spark_cdc._several_tables(contract) else "null" }}, cast(array() as array<string>)),
        'event_at', cast({{ "cdc_base.cdc_event_at" if range.merge else "null" }} as timestamp),
        {#- Without a state row the image is NULL, with a type: Spark infers the type of the fold's result from its start value. #}
        'image', {{ "case when cdc_base is not null then " ~ spark_cdc._image_struct(contract, "cdc_base") ~ " end" if range.merge and range.images else "cast(null as " ~ spark_cdc._image_type(contract) ~ ")" }}
    )
{%- endmacro %}
