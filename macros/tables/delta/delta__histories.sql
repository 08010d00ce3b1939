{# See _histories. #}
{% macro delta__histories(spans) %}
    {% set found = {} %}
    {% for span in spans %}
        {% set steps = spark_cdc._delta_steps(span.table, span.since, span.now) %}
        {% set history = [] %}
        {% for version in steps or [] %}{% do history.append({"operation": version.operation, "rows": none}) %}{% endfor %}
        {% do found.update({span.table: history if steps is not none else none}) %}
    {% endfor %}
    {{ return(found) }}
{% endmacro %}
