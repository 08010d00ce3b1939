{# See _check_alone. #}
{% macro delta__check_alone(state, snapshot) %}
    {% set now = spark_cdc._snapshot(state) %}
    {% set steps = spark_cdc._history(state, snapshot, now) %}
    {% if steps is none or steps | length > 1 %}{{ spark_cdc._error("state_overtaken", state=state | string) }}{% endif %}
{% endmacro %}
