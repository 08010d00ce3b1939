{# The properties of a table, as a dict of texts, and, as `snapshot`, the id of its present snapshot (_snapshot), if there is one. #}
{% macro _table_properties(table=this) %}
    {% set properties = {} %}
    {% for row in run_query("show tblproperties " ~ table).rows %}{% do properties.update({row[0]: row[1]}) %}{% endfor %}
    {% do properties.pop("snapshot", none) %}
    {% for format in spark_cdc._table_formats() if "snapshot" not in properties %}
        {% set snapshot = spark_cdc._of_format("snapshot", format=format)(table, properties) %}
        {% if snapshot %}{% do properties.update({"snapshot": snapshot}) %}{% endif %}
    {% endfor %}
    {{ return(properties) }}
{% endmacro %}
