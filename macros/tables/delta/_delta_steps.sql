{# Of the versions of _delta_since, those that have changed rows or files; none if there is no such list. #}
{% macro _delta_steps(table, since, now, versions=none) %}
    {% set after = spark_cdc._delta_since(table, since, now, versions) %}
    {{ return(none if after is none else after | selectattr("changes") | list) }}
{% endmacro %}
