{#
    The default: the evidence of column types (docs/adding_a_format.md, Types) of messages that declare no types. It lists the fields
    of the row images (`images` of <format>__message) by the kinds of their values, those of an earlier image first, without the
    fields in `no_columns`. No message declares the key.
#}
{% macro _default__types(stream, rows) %}
    {% set message = spark_cdc._format(stream.format, "message")(stream) %}
    {% set images = spark_cdc._message_images(message) %}
    {% set shape, samples, fields = [], [], [] %}
    {% for image in images %}
        {% set number = loop.index %}
        {% do shape.extend(["cdc_names_" ~ number, "cdc_kinds_" ~ number]) %}
        {% do samples.append("cdc_image_" ~ number) %}
        {% set earlier = [] %}
        {% for other in range(1, number) %}{% do earlier.append("not exists(cdc_fields_" ~ other ~ ", e -> e.field = f.field)") %}{% endfor %}
        {% do fields.append("filter(cdc_fields_" ~ number ~ ", f -> " ~ earlier | join(" and ") ~ ")" if earlier else "cdc_fields_" ~ number) %}
    {% endfor %}
    {% set others = [] %}
    {% for name in message.no_columns or [] %}{% do others.append(spark_cdc._string_literal(name)) %}{% endfor %}
    with images as (
        select *, {% for image in images %}{{ image }} as cdc_image_{{ loop.index }}{{ ", " if not loop.last }}{% endfor %}

        from {{ rows }}
    ),

    kinds as (
        select
            *,
            {% for image in samples %}
            json_object_keys({{ image }}) as cdc_names_{{ loop.index }},
            {{ spark_cdc._json_kinds(image) }} as cdc_kinds_{{ loop.index }}{{ "," if not loop.last }}
            {% endfor %}
        from images
    ),

    shapes as (
        {{ spark_cdc._shapes("kinds", shape, samples) }}
    ),

    fields as (
        select
            * except ({{ (shape + samples) | join(", ") }}),
            {% for image in samples %}
            coalesce({{ spark_cdc._json_fields(image) }}, array()) as cdc_fields_{{ loop.index }}{{ "," if not loop.last }}
            {% endfor %}
        from shapes
    ),

    columns as (
        select
            * except ({% for image in samples %}cdc_fields_{{ loop.index }}{{ ", " if not loop.last }}{% endfor %}),
            posexplode({{ "filter(" if others }}concat({{ fields | join(", ") }}){{ ", f -> f.field not in (" ~ others | join(", ") ~ "))" if others }}) as (cdc_number, f)
        from fields
    )

    {{ spark_cdc._json_evidence("columns") }}
{% endmacro %}
