{#
    A part of an object name as the source has it: a dot inside a name arrives as the six characters \u002E.
    See docs/formats/dts_avro.md.
#}
{% macro _dts_avro_name(part) -%}
    nullif(regexp_replace({{ part }}, '(?i)[\\\\]u002e', '.'), '')
{%- endmacro %}
