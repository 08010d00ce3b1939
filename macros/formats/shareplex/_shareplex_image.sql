{# A part of a message (`image`, at `paths` in cdc_value) as an image, in which an empty text is NULL if the stream says so. #}
{% macro _shareplex_image(stream, columns, image, paths) %}
    {% set exact = spark_cdc._exact_image(stream, columns, image, paths) %}
    {% if stream.options.empty_text == "text" %}{{ return(exact) }}{% endif %}
    {% set fields = [] %}
    {% for c in columns %}
        {% set field = "i.`" ~ c.source ~ "`" %}
        {% set plain = spark_cdc._text_raw_type(c) in ["string", "variant"] %}
        {% do fields.append(spark_cdc._string_literal(c.source) ~ ", " ~ ("nullif(" ~ field ~ ", '')" if plain else field)) %}
    {% endfor %}
    {{ return(spark_cdc._let("i", exact, "case when i is not null then named_struct(" ~ fields | join(", ") ~ ") end")) }}
{% endmacro %}
