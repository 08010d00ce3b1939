{#
    Columns as the fields of a from_json schema: Canal writes every value as a text. Decimals are read as variant, because
    other writers of the format send numbers, which a text would round, and not every row of a long message carries the message.
#}
{% macro _canal_fields(columns) %}
    {% set fields = [] %}
    {% for column in columns %}
        {% do fields.append("`" ~ column.source ~ "` " ~ ("variant" if column.data_type.startswith("decimal") else "string")) %}
    {% endfor %}
    {{ return(fields | join(", ")) }}
{% endmacro %}
