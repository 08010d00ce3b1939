{#
    The rows of `this` log that wait for a schema (quarantined as unknown_schema) and that no later batch has read. Each
    batch reprocesses them and adds those that it can now read. The others stay as they are.
#}
{% macro _waiting_rows() -%}
    (
        select waiting.*
        from {{ this }} as waiting
        left anti join {{ this }} as later
            on {{ spark_cdc._same_landing_row("waiting", "later") }} and later.cdc_batch > waiting.cdc_batch
        where waiting.cdc_class = 'quarantined' and waiting.cdc_reason = 'unknown_schema'
    )
{%- endmacro %}
