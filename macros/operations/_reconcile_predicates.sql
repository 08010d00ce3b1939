{#
    A condition of the source for each of these ranges (numbers from 0) over its column k, so that the source reads no other rows
    and Spark reads several ranges in parallel; none if ranges are hashes.
#}
{% macro _reconcile_predicates(parts, numbers) %}
    {% set predicates = [] %}
    {% for number in numbers if parts.ranged is not none %}
        {% set ends = [] %}
        {% if number > 0 %}{% do ends.append("k >= " ~ parts.bounds[number - 1]) %}{% endif %}
        {% if number < parts.bounds | length %}{% do ends.append("k < " ~ parts.bounds[number]) %}{% endif %}
        {% do predicates.append((ends | join(" and ") or "1 = 1") ~ (" or k is null" if number == 0 and ends)) %}
    {% endfor %}
    {{ return(predicates) }}
{% endmacro %}
