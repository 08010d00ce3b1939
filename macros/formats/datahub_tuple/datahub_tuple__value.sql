{#
    The typed value of a column from its raw reading; NULL when the raw value does not fit.
    See docs/formats/datahub_tuple.md.
#}
{% macro datahub_tuple__value(stream, column, raw) %}
    {{ return(spark_cdc._datahub_value(stream, column, raw, stream.options.timestamp_unit)) }}
{% endmacro %}
