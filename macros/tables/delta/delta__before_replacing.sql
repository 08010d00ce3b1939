{# See _before_replacing. A table that is not there yet, or is no Delta table, has version -1. #}
{% macro delta__before_replacing(existing) %}
    {% set snapshot = spark_cdc._snapshot(existing) if existing is not none and existing.is_table %}
    {{ return(snapshot if snapshot and spark_cdc._format_of_snapshot(snapshot) == "delta" else "delta:-1:") }}
{% endmacro %}
