{# True when this run adds to a table that is there; false for a first run, a full refresh, and wherever nothing runs. #}
{% macro _is_incremental() %}
    {% if not execute or flags.WHICH not in ["run", "build"] or model.resource_type != "model" %}
        {{ return(false) }}
    {% endif %}
    {% set existing = load_cached_relation(this) %}
    {{ return(existing is not none and existing.is_table and not should_full_refresh()) }}
{% endmacro %}
