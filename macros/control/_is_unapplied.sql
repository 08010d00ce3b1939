{# The condition that a state has not seen a change, and that no truncate has removed the change: see _with_state. key: of the contract. #}
{% macro _is_unapplied(key) -%}
    {%- if key -%}
    (state.cdc_position is null or {{ spark_cdc._source_position("log.cdc_position") }} > {{ spark_cdc._source_position("state.cdc_position") }})
    {%- else -%}
    (state.cdc_batch is null or log.cdc_batch > state.cdc_batch)
    {%- endif -%}
{%- endmacro %}
