{#
    The clauses after the name of a small table, or of a landing table: format and properties, which are few.
    properties: a dict of SQL literals; landing: whether it is a landing table.
#}
{% macro _using(properties={}, landing=false) %}
    {% set format = spark_cdc._file_format() %}
    {% set texts = [] %}
    {% for name, value in spark_cdc._of_format("small_properties", format=format)(landing).items() %}{% do texts.append("'" ~ name ~ "' = '" ~ value ~ "'") %}{% endfor %}
    {% for name, value in properties.items() %}{% do texts.append("'" ~ name ~ "' = " ~ value) %}{% endfor %}
    {{ return("using " ~ format ~ (" tblproperties (" ~ texts | join(", ") ~ ")" if texts else "")) }}
{% endmacro %}
