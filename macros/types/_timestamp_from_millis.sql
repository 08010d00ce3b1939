{# Milliseconds since 1970-01-01, a number or its digits as text, as a timestamp; NULL outside the years 1 to 9999. #}
{% macro _timestamp_from_millis(millis) -%}
    case when try_cast({{ millis }} as bigint) between -62135596800000 and 253402300799999
        then timestamp_millis(try_cast({{ millis }} as bigint)) end
{%- endmacro %}
