{# Sets properties of a table (_properties_clause). #}
{% macro _set_properties(table, properties) %}
    {% do run_query("alter table " ~ table ~ " set " ~ spark_cdc._properties_clause(properties)) %}
{% endmacro %}
