{# The condition that a row of a typed log, under `alias`, is a change of its key, or may become one by a replay. #}
{% macro _may_be_change(contract, alias) -%}
    ({{ alias }}.cdc_class = 'change' or {{ alias }}.cdc_class in ('quarantined', 'replay') and {{ spark_cdc._has_place(contract, alias) }})
{%- endmacro %}
