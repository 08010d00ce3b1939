{# See _history. #}
{% macro delta__history(table, since, now) %}
    {% set versions = spark_cdc._delta_since(table, since, now) %}
    {{ return(versions | map(attribute="operation") | reject("in", ["", "vacuum"]) | list if versions is not none else none) }}
{% endmacro %}
