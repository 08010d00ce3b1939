{#
    A parsed image (a struct) with the decimals that were read as variant as their exact text; the image itself when it
    has none. paths: the lists of fields that lead to the image in cdc_value, one for each place where it may be.
    mark: see _json_decimal_text.
#}
{% macro _exact_image(stream, columns, image, paths, mark="") %}
    {% set raw_type = spark_cdc._format(stream.format, "raw_type") %}
    {% set fields = [] %}
    {% set found = namespace(variant=false) %}
    {% for c in columns %}
        {% set raw = image ~ ".`" ~ c.source ~ "`" %}
        {% if raw_type(stream, c) == "variant" %}
            {% set found.variant = true %}
            {% set raw = spark_cdc._json_decimal_text(raw, c, paths, mark) %}
        {% endif %}
        {% do fields.append("'" ~ c.source ~ "', " ~ raw) %}
    {% endfor %}
    {% if not found.variant %}{{ return(image) }}{% endif %}
    {{ return("case when " ~ image ~ " is not null then named_struct(" ~ fields | join(", ") ~ ") end") }}
{% endmacro %}
