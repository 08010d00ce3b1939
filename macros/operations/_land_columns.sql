{# The columns of a table or query, as {lower-case name: {name, type}}. of: see _columns_of. #}
{% macro _land_columns(of) %}
    {% set columns = {} %}
    {% for column in spark_cdc._columns_of(of) %}{% do columns.update({column.name | lower: column}) %}{% endfor %}
    {{ return(columns) }}
{% endmacro %}
