{# Raises an error unless a quarantine limit is a number, or none. #}
{% macro _check_quarantine_limit(what, limit) %}
    {% if limit is not none and (limit is boolean or limit is not integer or limit < 0) %}
        {{ spark_cdc._error(what ~ ", quarantine_limit", limit, ["a number of rows, 0 or more"], "docs/reference/settings.md") }}
    {% endif %}
{% endmacro %}
