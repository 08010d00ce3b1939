{# True when this run adds to a table that is there; false for a first run, a full refresh, and wherever nothing runs. #}
{% macro _is_incremental() %}
    {% if not spark_cdc._runs() %}
        {{ return(false) }}
    {% endif %}
    {% set existing = load_cached_relation(this) %}
    {{ return(existing is not none and existing.is_table and not should_full_refresh()) }}
{% endmacro %}
