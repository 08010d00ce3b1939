{#
    Whether a table's snapshot was written on `seen`, and by a statement alone, because all others change neither rows nor files;
    seen: none if the statement created the table.
#}
{% macro delta__follows(table, snapshot, seen) %}
    {% if seen %}{{ return(spark_cdc._history(table, seen, snapshot) | default([], true) | length == 1) }}{% endif %}
    {% for version in spark_cdc._delta_versions(table, 20) if version.id == snapshot %}{{ return(version.operation == "create") }}{% endfor %}
    {{ return(false) }}
{% endmacro %}
