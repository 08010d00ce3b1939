{# A property of a table, or none. #}
{% macro _table_property(name, table=this) %}
    {% for row in run_query("show tblproperties " ~ table).rows if row[0] == name %}{{ return(row[1]) }}{% endfor %}
    {{ return(none) }}
{% endmacro %}
