{# The columns as the fields of a from_json schema, each in the type in which its format reads it. #}
{% macro _raw_fields(stream, columns) %}
    {% set raw_type = spark_cdc._format(stream.format, "raw_type") %}
    {% set fields = [] %}
    {% for column in columns %}{% do fields.append("`" ~ column.source ~ "` " ~ raw_type(stream, column)) %}{% endfor %}
    {{ return(fields | join(", ")) }}
{% endmacro %}
