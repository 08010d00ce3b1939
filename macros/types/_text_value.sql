{#
    A number, a boolean or a nested value from its text; NULL if it, or anything inside of it, does not fit. For a column of
    any other type it is the unchanged text.
#}
{% macro _text_value(column, raw) %}
    {% set type = column.data_type %}
    {% if type in ["tinyint", "smallint", "int", "bigint"] %}
        {{ return("case when " ~ raw ~ " rlike '^[+-]?[0-9]+$' then try_cast(" ~ raw ~ " as " ~ type ~ ") end") }}
    {% elif type in ["float", "double"] %}
        {{ return(spark_cdc._float_from_text(raw, type)) }}
    {% elif type.startswith("decimal") %}
        {{ return(spark_cdc._exact_decimal(raw, type)) }}
    {% elif type == "boolean" %}
        {{ return("case when lower(" ~ raw ~ ") in ('true', '1') then true when lower(" ~ raw ~ ") in ('false', '0') then false end") }}
    {% elif type.startswith(("array", "struct")) %}
        {% set parts = "from_json(concat('{\"v\":', " ~ raw ~ ", '}'), " ~ spark_cdc._string_literal("v " ~ type ~ ", bad string") ~ ", map('columnNameOfCorruptRecord', 'bad'))" %}
        {{ return(spark_cdc._let("parts", parts, "if(parts.bad is null, parts.v, null)")) }}
    {% endif %}
    {{ return(raw) }}
{% endmacro %}
