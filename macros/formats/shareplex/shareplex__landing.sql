{# Landing columns whose default differs from the common one (topic, partition, offset, timestamp, key, value, headers). #}
{% macro shareplex__landing() %}{{ return({}) }}{% endmacro %}
