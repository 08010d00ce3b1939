{#
    How many landing rows landed before `floor`, by day: `day` (since 1970), `before` (those before the floor of `known`,
    see _note_unread) and `rows`. Scans the timestamp column once.
#}
{% macro _older_days(stream, relation, floor, known) %}
    {% set landed_at = "cast(" ~ stream.landing.timestamp ~ " as timestamp)" %}
    select
        unix_seconds(cdc_landed_at) div 86400 as day,
        count_if({{ "cdc_landed_at < timestamp'" ~ known.floor ~ "'" if known else "false" }}) as before,
        count(*) as rows
    from (select {{ landed_at }} as cdc_landed_at from {{ relation }} as landing where {{ landed_at }} < timestamp'{{ floor }}') as older
    group by unix_seconds(cdc_landed_at) div 86400
{% endmacro %}
