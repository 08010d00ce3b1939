{# The places of row images, or of the key alone, in a message of either version: see docs/adding_a_format.md, Message. #}
{% macro huawei_cdl__message(stream) %}
    {{ return(spark_cdc._connect_message([["$.payload.data", "$.payload.after", "$.payload.before", "$.payload.unique"]])) }}
{% endmacro %}
