{# The places of row images in a message: see docs/adding_a_format.md, Message. The types are those of _lindorm_types. #}
{% macro lindorm__message(stream) %}
    {{ return(spark_cdc._connect_message([["$.payload.after", "$.payload.before"]], fine_nanoseconds=false)) }}
{% endmacro %}
