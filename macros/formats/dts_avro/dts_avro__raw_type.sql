{# The Spark type in which a column's JSON value is read: the text that cdc_dts_record() writes for every branch. #}
{% macro dts_avro__raw_type(stream, column) %}{{ return("string") }}{% endmacro %}
