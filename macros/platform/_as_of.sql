{# A table as it was in a snapshot (text), as SQL to read from; the table itself if there is none. #}
{% macro _as_of(table, snapshot) %}
    {{ return(table ~ (" version as of " ~ snapshot if snapshot and snapshot != "none" else "")) }}
{% endmacro %}
