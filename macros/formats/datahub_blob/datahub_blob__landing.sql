{# Landing columns whose default differs from the common one (topic, partition, offset, timestamp, key, value, headers). #}
{% macro datahub_blob__landing() %}{{ return({}) }}{% endmacro %}
