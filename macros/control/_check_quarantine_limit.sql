{# Raises an error unless a quarantine limit is a number, or none. #}
{% macro _check_quarantine_limit(what, limit) %}
    {% if limit is not none and (limit is boolean or limit is not integer or limit < 0) %}
        {{ spark_cdc._error("quarantine_limit", of=what, given=limit) }}
    {% endif %}
{% endmacro %}
