{# The dispatcher: the macro `<format>__<part>` of a table format's folder. snapshot: of a table of that format, in place of its name. #}
{% macro _of_format(part, snapshot=none, format=none) %}
    {{ return(spark_cdc[(format or spark_cdc._format_of_snapshot(snapshot)) ~ "__" ~ part]) }}
{% endmacro %}
