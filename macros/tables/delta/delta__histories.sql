{# See _histories. #}
{% macro delta__histories(spans) %}
    {% set found = {} %}
    {% for span in spans %}
        {% set versions = spark_cdc._delta_since(span.table, span.since, span.now) %}
        {% do found.update({span.table: versions | map(attribute="operation") | reject("in", ["", "vacuum"]) | list if versions is not none else none}) %}
    {% endfor %}
    {{ return(found) }}
{% endmacro %}
