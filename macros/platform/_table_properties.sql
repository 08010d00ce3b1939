{# The properties of a table, as a dict of texts. #}
{% macro _table_properties(table=this) %}
    {% set properties = {} %}
    {% for row in run_query("show tblproperties " ~ table).rows %}{% do properties.update({row[0]: row[1]}) %}{% endfor %}
    {{ return(properties) }}
{% endmacro %}
