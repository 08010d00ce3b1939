{#
    Columns as the fields of a struct type or a from_json schema, each as text: what an image holds before it is decoded.
    Spark's reader makes a text of a number, of true and false, and of what is nested. A number with a fraction or an
    exponent goes through a double on the way; _exact_texts finds those that it changes.
#}
{% macro _text_fields(columns) %}
    {% set fields = [] %}
    {% for column in columns %}{% do fields.append("`" ~ column.source ~ "` string") %}{% endfor %}
    {{ return(fields | join(", ")) }}
{% endmacro %}
