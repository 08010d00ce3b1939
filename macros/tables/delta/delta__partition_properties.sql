{# None. #}
{% macro delta__partition_properties() %}{{ return({}) }}{% endmacro %}
