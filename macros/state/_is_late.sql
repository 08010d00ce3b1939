{# The condition on a change that it may be older than its state row. newest: the highest position in the state, none if it is not known. #}
{% macro _is_late(newest) -%}
    {{ spark_cdc._source_position("cdc_position") ~ " <= " ~ spark_cdc._source_position("'" ~ newest ~ "'") if newest else "true" }}
{%- endmacro %}
