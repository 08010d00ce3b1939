{# See _next_snapshot. One look at the history has both the present snapshot and what came after `seen`, for each takes a job of Spark. #}
{% macro delta__next_snapshot(table, seen) %}
    {% set versions = spark_cdc._delta_versions(table, 100) %}
    {% set now = spark_cdc._delta_newest(versions) %}
    {% set is_ours = now.id == seen or spark_cdc._delta_steps(table, seen, now.id, versions) | default([], true) | length == 1 if seen else now.operation == "create" %}
    {{ return(now.id if is_ours else "") }}
{% endmacro %}
