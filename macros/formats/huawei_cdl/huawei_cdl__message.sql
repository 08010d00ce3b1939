{# Where a message of either version has its row images, or the key alone: see docs/adding_a_format.md, Message. #}
{% macro huawei_cdl__message(stream) %}
    {{ return(spark_cdc._connect_message([["$.payload.data", "$.payload.after", "$.payload.before", "$.payload.unique"]])) }}
{% endmacro %}
