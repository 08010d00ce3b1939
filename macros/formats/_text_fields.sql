{#
    Columns as the fields of a struct type or a from_json schema, each as text: the content of an image before it is decoded.
    Spark's reader converts numbers, true, false and nested values to texts. A number with a fraction or an
    exponent is converted through a double; _exact_texts finds the numbers that this changes.
#}
{% macro _text_fields(columns) %}
    {% set fields = [] %}
    {% for column in columns %}{% do fields.append("`" ~ column.source ~ "` string") %}{% endfor %}
    {{ return(fields | join(", ")) }}
{% endmacro %}
