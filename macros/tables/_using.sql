{#
    The clauses after the name of a small table, or of a landing table: format and properties, which are few.
    properties: a dict of texts; landing: whether it is a landing table.
#}
{% macro _using(properties={}, landing=false) %}
    {% set format = spark_cdc._file_format() %}
    {% set all = spark_cdc._of_format("small_properties", format=format)(landing) %}
    {% do all.update(properties) %}
    {{ return("using " ~ format ~ (" " ~ spark_cdc._properties_clause(all) if all else "")) }}
{% endmacro %}
