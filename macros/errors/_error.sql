{# Raises an error in the common form, see _error_text. name: of _errors(); its values are named as in the error's texts. #}
{% macro _error(name) %}
    {{ spark_cdc._raise([spark_cdc._error_text(name, **kwargs)]) }}
{% endmacro %}
