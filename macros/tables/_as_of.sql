{# A table as it was in a snapshot (text), as SQL to read from; the table itself if there is none. #}
{% macro _as_of(table, snapshot) %}
    {% if not snapshot or snapshot == "none" %}{{ return(table ~ "") }}{% endif %}
    {{ return(spark_cdc._of_format("as_of", snapshot)(table, snapshot)) }}
{% endmacro %}
