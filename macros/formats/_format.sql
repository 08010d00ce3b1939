{# The dispatcher: the macro `<format>__<part>` of a format's folder; every caller goes through here. #}
{% macro _format(name, part) %}
    {% set macro_name = name ~ "__" ~ part %}
    {% set found = spark_cdc[macro_name] %}
    {% if not found %}
        {{ exceptions.raise_compiler_error("spark_cdc: format '" ~ name ~ "' has no macro " ~ macro_name) }}
    {% endif %}
    {{ return(found) }}
{% endmacro %}
