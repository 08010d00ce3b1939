{# See _check_alone. #}
{% macro delta__check_alone(state, snapshot) %}
    {% set versions = spark_cdc._delta_versions(state, 100) %}
    {% set steps = spark_cdc._delta_steps(state, snapshot, spark_cdc._delta_newest(versions).id, versions) %}
    {% if steps is none or steps | length > 1 %}{{ spark_cdc._error("state_overtaken", state=state | string) }}{% endif %}
{% endmacro %}
