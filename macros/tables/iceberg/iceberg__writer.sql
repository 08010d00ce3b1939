{# The options of a statement that fails if another run has added rows to a table, or replaced it, since `snapshot`. #}
{% macro iceberg__writer(table, snapshot) %}
    {% set since = "" if snapshot == "none" else ", 'validate-from-snapshot-id' = '" ~ snapshot ~ "'" %}
    {{ return("('isolation-level' = 'serializable'" ~ since ~ ")") }}
{% endmacro %}
