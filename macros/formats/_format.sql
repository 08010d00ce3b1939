{# The dispatcher: returns the macro `<format>__<part>` of a format's folder, else `_default__<part>`. #}
{% macro _format(name, part) %}
    {% set macro_name = name ~ "__" ~ part %}
    {% set found = spark_cdc[macro_name] or spark_cdc["_default__" ~ part] %}
    {% if not found %}
        {{ exceptions.raise_compiler_error("spark_cdc: format '" ~ name ~ "' has no macro " ~ macro_name) }}
    {% endif %}
    {{ return(found) }}
{% endmacro %}
