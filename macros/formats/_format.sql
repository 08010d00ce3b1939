{# The dispatcher: returns the macro `<format>__<part>` of a format's folder, else `_default__<part>`. #}
{% macro _format(name, part) %}
    {% set macro_name = name ~ "__" ~ part %}
    {% set found = spark_cdc[macro_name] or spark_cdc["_default__" ~ part] %}
    {% if not found %}
        {{ spark_cdc._error("format_part", format=name, part=part) }}
    {% endif %}
    {{ return(found) }}
{% endmacro %}
