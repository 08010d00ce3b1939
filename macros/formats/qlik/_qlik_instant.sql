{# A header's timestamp, which is UTC, with a T or a blank in it, to the microsecond; NULL for any other text. #}
{% macro _qlik_instant(text) -%}
    case when {{ text }} rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?$'
        then try_cast(concat(rtrim('Z', {{ text }}), ' UTC') as timestamp) end
{%- endmacro %}
