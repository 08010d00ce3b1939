{# An error unless the plugin of the Python package spark-cdc is there, which does what Jinja cannot. operation: the one that needs it. #}
{% macro _check_package(operation) %}
    {% if not modules.get("spark_cdc") %}{{ spark_cdc._error("python_package", operation=operation) }}{% endif %}
{% endmacro %}
