{# None: a run that has looked at a table before it was replaced cannot append to it, so that replacing it is always safe. #}
{% macro iceberg__before_replacing(existing) %}{{ return(none) }}{% endmacro %}
