{# The table format whose tables have snapshots with such an id (_snapshot). #}
{% macro _format_of_snapshot(snapshot) %}
    {{ return(snapshot.split(":")[0] if snapshot and ":" in snapshot else "iceberg") }}
{% endmacro %}
