{#
    A parsed image (a struct, at `path` in cdc_value) with the decimals that were read as variant as their exact text;
    the image itself when it has none. mark: what to put before a number, to tell it from the same digits as a text; a
    text that begins with it, which no decimal does, and a boolean become '<mark>no exact ...', as a number that cannot
    be held does.
#}
{% macro _exact_image(stream, columns, image, path, mark="") %}
    {% set raw_type = spark_cdc._format(stream.format, "raw_type") %}
    {% set variants = [] %}
    {% for c in columns if raw_type(stream, c) == "variant" %}{% do variants.append(c.source) %}{% endfor %}
    {% if not variants %}{{ return(image) }}{% endif %}
    {% set fields = [] %}
    {% for c in columns %}
        {% set raw = image ~ ".`" ~ c.source ~ "`" %}
        {% set exact = raw %}
        {% if c.source in variants %}{% set exact = spark_cdc._json_decimal_text(raw, c, path) %}{% endif %}
        {% if c.source in variants and mark %}
            {% set kind = spark_cdc._variant_kind(raw) %}
            {% set lead = "case when " ~ kind ~ " rlike '^(BIGINT|DECIMAL|DOUBLE)' then '" ~ mark ~ "' when "
                ~ kind ~ " = 'BOOLEAN' or startswith(cast(" ~ raw ~ " as string), '" ~ mark ~ "') then '" ~ mark ~ "no exact ' else '' end" %}
            {% set exact = "concat(" ~ lead ~ ", " ~ exact ~ ")" %}
        {% endif %}
        {% do fields.append("'" ~ c.source ~ "', " ~ exact) %}
    {% endfor %}
    {{ return("case when " ~ image ~ " is not null then named_struct(" ~ fields | join(", ") ~ ") end") }}
{% endmacro %}
