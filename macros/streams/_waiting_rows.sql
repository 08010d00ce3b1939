{#
    The rows of `this` log that wait for a schema (quarantined as unknown_schema) and that no later batch has read. Each
    batch reads them again and keeps what can now be used; what still waits stays where it is.
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
