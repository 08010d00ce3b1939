{# Landing columns whose default differs from the common one (topic, partition, offset, timestamp, key, value, headers). #}
{% macro debezium__landing() %}{{ return({}) }}{% endmacro %}
