{# Raises an error unless landing_tables is a list of table names. Only the table part of a name may be a pattern. #}
{% macro _check_landing_tables(stream_name, given) %}
    {% set allowed = ["a list of tables in the source's schema, or as schema.table, of letters, digits and underscores; % stands for any characters in a table's name"] %}
    {% if given is string or given is mapping or given is not sequence %}
        {{ spark_cdc._error("source " ~ stream_name ~ ", landing_tables", given, allowed, "docs/reference/settings.md") }}
    {% endif %}
    {% for table in given if table is not string or not modules.re.fullmatch("([A-Za-z0-9_]+[.]){0,2}[A-Za-z0-9_%]+", table) or "%%" in table %}
        {{ spark_cdc._error("source " ~ stream_name ~ ", landing_tables", table, allowed, "docs/reference/settings.md") }}
    {% endfor %}
{% endmacro %}
