{#
    A change as one element of the array that the fold of a key goes through. The array is sorted by the first field, the position.
    whole: position and transaction of the last full image in it, or NULL. See _fold_runs.
#}
{% macro _change_struct(contract, relation) -%}
    struct(
        {{ relation }}.cdc_position as position,
        {{ relation }}.cdc_operation as operation,
        {{ relation }}.cdc_key_change as key_change,
        {{ relation }}.cdc_transaction as transaction,
        {{ relation }}.cdc_source_table as source_table,
        {{ relation }}.cdc_event_at as event_at,
        {{ relation }}.cdc_absent as absent,
        {{ relation }}.cdc_whole as whole,
        {{ spark_cdc._image_struct(contract, relation) }} as image
    )
{%- endmacro %}
