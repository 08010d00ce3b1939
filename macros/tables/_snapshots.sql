{# The present snapshots of tables, {table: snapshot}; none if one of them is not a table with snapshots. #}
{% macro _snapshots(tables) %}
    {% set snapshots = {} %}
    {% for table in tables %}
        {% set snapshot = spark_cdc._properties_found(table)["snapshot"] %}
        {% if not snapshot %}{{ return(none) }}{% endif %}
        {% do snapshots.update({table | string: snapshot}) %}
    {% endfor %}
    {{ return(snapshots) }}
{% endmacro %}
