{# Columns as the fields of a struct type, in the types that images have once decimals are text (see _exact_image). #}
{% macro _text_fields(stream, columns) %}
    {{ return(spark_cdc._raw_fields(stream, columns) | replace("` variant", "` string")) }}
{% endmacro %}
