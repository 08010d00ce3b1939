{#
    The bounds between ranges of whole numbers from `least` to `greatest`: multiples of the smallest power of two
    that gives at most `ranges` ranges.
#}
{% macro _reconcile_bounds(least, greatest, ranges) %}
    {% set found = namespace(width=1) %}
    {% for _ in range(128) if greatest // found.width - least // found.width >= ranges %}{% set found.width = found.width * 2 %}{% endfor %}
    {% set bounds = [] %}
    {% for step in range(greatest // found.width - least // found.width) %}{% do bounds.append((least // found.width + 1 + step) * found.width) %}{% endfor %}
    {{ return(bounds) }}
{% endmacro %}
