{#
    The query of a format's events, with the stream's setting null_messages applied to messages without value. tombstone:
    such a message is a tombstone if it has a key and the format cannot read it. quarantine: a message that the format reads as a
    tombstone is quarantined. If an option of the format makes such a message a change, it stays one.
#}
{% macro _null_messages(stream, events) %}
    {% if not stream.null_messages %}{{ return(events) }}{% endif %}
    select
        * except (cdc_class, cdc_reason, cdc_detail),
        {% if stream.null_messages == "tombstone" %}
        cdc_value is null and cdc_key is not null and coalesce(cdc_reason = 'malformed', false) as cdc_is_null,
        if(cdc_is_null, 'tombstone', cdc_class) as cdc_class,
        if(cdc_is_null, null, cdc_reason) as cdc_reason,
        if(cdc_is_null, null, cdc_detail) as cdc_detail
        {% else %}
        coalesce(cdc_class = 'tombstone', false) as cdc_is_null,
        if(cdc_is_null, null, cdc_class) as cdc_class,
        if(cdc_is_null, 'malformed', cdc_reason) as cdc_reason,
        if(cdc_is_null, 'the message has no value, and the stream has null_messages: quarantine', cdc_detail) as cdc_detail
        {% endif %}
    from ({{ events }}) as events
{% endmacro %}
