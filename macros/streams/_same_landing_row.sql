{# The condition that rows of two relations come from the same delivery: topic, partition, offset and copy. #}
{% macro _same_landing_row(one, other) -%}
    {{ one }}.cdc_topic <=> {{ other }}.cdc_topic
    and {{ one }}.cdc_partition <=> {{ other }}.cdc_partition
    and {{ one }}.cdc_offset <=> {{ other }}.cdc_offset
    and {{ one }}.cdc_copy = {{ other }}.cdc_copy
{%- endmacro %}
