{# Landing columns whose default differs from the common one (topic, partition, offset, timestamp, key, value, headers). #}
{% macro huawei_cdl__landing() %}{{ return({}) }}{% endmacro %}
