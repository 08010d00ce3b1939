{#
    The kind of a parsed message (see _qlik_message), MD or DT: by the envelope, or by its fields without one;
    NULL for any other message. m: the message; b: its body.
#}
{% macro _qlik_kind(m, b) -%}
    case
        when {{ m }}.magic is not null or {{ m }}.message is not null or {{ m }}.type is not null
            then case when {{ m }}.magic = 'atMSG' and {{ m }}.type in ('MD', 'DT') then {{ m }}.type end
        when {{ b }}.headers.operation is not null then 'DT'
        when {{ b }}.tableStructure is not null then 'MD'
    end
{%- endmacro %}
