{# The condition that a state has not seen a change that no truncate made void: see _with_state. key: of the contract. #}
{% macro _is_unapplied(key) -%}
    {%- if key -%}
    (state.cdc_position is null or {{ spark_cdc._source_position("log.cdc_position") }} > {{ spark_cdc._source_position("state.cdc_position") }})
    {%- else -%}
    (state.cdc_batch is null or log.cdc_batch > state.cdc_batch)
    {%- endif -%}
{%- endmacro %}
