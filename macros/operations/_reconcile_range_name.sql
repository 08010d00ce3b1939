{# The name of a range: its limits, or the number of the hash. #}
{% macro _reconcile_range_name(parts, number) %}
    {% if parts.ranged is none %}{{ return("hash " ~ (number + 1) ~ " of " ~ parts.buckets) }}{% endif %}
    {% set name = parts.columns[parts.ranged].name %}
    {% set bounds = parts.bounds %}
    {% if not bounds %}{{ return("all") }}{% endif %}
    {% if number == 0 %}{{ return(name ~ " < " ~ bounds[0]) }}{% endif %}
    {% if number == bounds | length %}{{ return(name ~ " >= " ~ bounds[-1]) }}{% endif %}
    {{ return(bounds[number - 1] ~ " <= " ~ name ~ " < " ~ bounds[number]) }}
{% endmacro %}
