{#
    A part of an object name as the source has it: a dot inside a name comes as the six characters \u002E. Source: DTS,
    "Data formats of a Kafka cluster", DTS Avro.
#}
{% macro _dts_name(part) -%}
    nullif(regexp_replace({{ part }}, '(?i)[\\\\]u002e', '.'), '')
{%- endmacro %}
