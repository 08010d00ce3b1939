{#
    The rows of `this` log that the replay operation has marked and no later batch has read again. A marked row stays
    where it is, with its old reason: that is the audit trail, and why a run that was killed can be repeated.
#}
{% macro _pending_replays() -%}
    (
        select marked.*
        from {{ this }} as marked
        left anti join {{ this }} as later
            on {{ spark_cdc._same_landing_row("marked", "later") }} and later.cdc_batch > marked.cdc_batch
        where marked.cdc_class = 'replay'
    )
{%- endmacro %}
