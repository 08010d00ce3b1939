{#
    The rows of `this` log that the replay operation has marked and that no later batch has read. A marked row stays
    where it is, with its old reason, as the audit trail. This also makes the run restartable.
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
