{#
    Landing columns whose default differs from the common one (topic, partition, offset, timestamp, key, value, headers).
    A binary value needs no function here: qlik__events reads the bytes, whatever the landing table calls their column.
#}
{% macro qlik__landing() %}{{ return({}) }}{% endmacro %}
