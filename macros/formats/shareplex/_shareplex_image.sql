{# A part of a message (`image`, a struct) as an image, in which an empty text is NULL if the stream sets empty_text so. #}
{% macro _shareplex_image(stream, columns, image) %}
    {% if stream.options.empty_text == "text" %}{{ return(image) }}{% endif %}
    {% set fields = [] %}
    {% for c in columns %}{% do fields.append(spark_cdc._string_literal(c.source) ~ ", nullif(" ~ image ~ ".`" ~ c.source ~ "`, '')") %}{% endfor %}
    {{ return("case when " ~ image ~ " is not null then named_struct(" ~ fields | join(", ") ~ ") end") }}
{% endmacro %}
