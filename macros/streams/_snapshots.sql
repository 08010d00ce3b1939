{# The snapshots that tables have now, {table: snapshot}; none where one of them is no table that tells. #}
{% macro _snapshots(tables) %}
    {% set snapshots = {} %}
    {% for table in tables %}
        {% set snapshot = spark_cdc._table_property("current-snapshot-id", table) %}
        {% if not snapshot %}{{ return(none) }}{% endif %}
        {% do snapshots.update({table | string: snapshot}) %}
    {% endfor %}
    {{ return(snapshots) }}
{% endmacro %}
