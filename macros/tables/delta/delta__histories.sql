{# See _histories. #}
{% macro delta__histories(spans) %}
    {% set found = {} %}
    {% for span in spans %}
        {% set versions = spark_cdc._delta_since(span.table, span.since, span.now) %}
        {% set history = [] %}
        {% for version in versions or [] if version.operation not in ["", "vacuum"] %}
            {% do history.append({"operation": version.operation, "rows": none}) %}
        {% endfor %}
        {% do found.update({span.table: history if versions is not none else none}) %}
    {% endfor %}
    {{ return(found) }}
{% endmacro %}
