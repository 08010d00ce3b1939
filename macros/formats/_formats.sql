{# The names of all formats: one for each `<format>__events` macro. #}
{% macro _formats() %}
    {% set names = [] %}
    {% for name in spark_cdc.keys() if name.endswith("__events") %}{% do names.append(name[:-8]) %}{% endfor %}
    {{ return(names | sort) }}
{% endmacro %}
