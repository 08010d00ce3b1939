{# See _next_snapshot. Statements that change neither rows nor files do not count. #}
{% macro delta__next_snapshot(table, seen) %}
    {% set now = spark_cdc._snapshot(table) %}
    {% if seen %}{{ return(now if now == seen or spark_cdc._history(table, seen, now) | default([], true) | length == 1 else "") }}{% endif %}
    {% for version in spark_cdc._delta_versions(table, 20) if version.id == now and version.operation == "create" %}{{ return(now) }}{% endfor %}
    {{ return("") }}
{% endmacro %}
