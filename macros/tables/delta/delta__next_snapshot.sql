{# See _next_snapshot. One look at the history has both the present snapshot and what came after `seen`, for each takes a job of Spark. #}
{% macro delta__next_snapshot(table, seen) %}
    {% set versions = spark_cdc._delta_versions(table, 100) %}
    {% set now = spark_cdc._delta_newest(versions) %}
    {% if not seen %}{{ return(now.id if now.operation == "create" else "") }}{% endif %}
    {% set steps = spark_cdc._delta_steps(table, seen, now.id, versions) or [] %}
    {{ return(now.id if now.id == seen or steps | length == 1 else "") }}
{% endmacro %}
