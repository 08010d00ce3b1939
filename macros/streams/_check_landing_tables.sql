{# Raises an error unless landing_tables is a list of table names. Only the table part of a name may be a pattern. #}
{% macro _check_landing_tables(stream_name, given) %}
    {% if given is string or given is mapping or given is not sequence %}
        {{ spark_cdc._error("stream_landing_tables", source=stream_name, given=given) }}
    {% endif %}
    {% for table in given if table is not string or not modules.re.fullmatch("([A-Za-z0-9_]+[.]){0,2}[A-Za-z0-9_%]+", table) or "%%" in table %}
        {{ spark_cdc._error("stream_landing_tables", source=stream_name, given=table) }}
    {% endfor %}
{% endmacro %}
