{#
    All errors and warnings of the package, by name. Each is a dict of texts:
    - what: the setting, argument or thing that is wrong;
    - given: what was found there;
    - allowed: what it may be; or advice: what to do, where there is no choice of values;
    - read: the page, and the chapter if the page has several.
    `{name}` in a text is a value that the caller of _error gives. The errors of a format are in its own folder, as
    `<format>__errors`. docs/reference/errors.md lists all of them.
#}
{% macro _errors() %}
    {% set errors = {} %}
    {% for some in [spark_cdc._stream_errors(), spark_cdc._contract_errors(), spark_cdc._run_errors(), spark_cdc._operation_errors()] %}
        {% do errors.update(some) %}
    {% endfor %}
    {% for format in spark_cdc._formats() %}{% do errors.update(spark_cdc._format(format, "errors")()) %}{% endfor %}
    {{ return(errors) }}
{% endmacro %}
