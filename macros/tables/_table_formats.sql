{# The names of all table formats: one for each `<format>__snapshot` macro. The default comes first. #}
{% macro _table_formats() %}
    {% set names = [] %}
    {% for name in spark_cdc.keys() if name.endswith("__snapshot") %}{% do names.append(name[:-10]) %}{% endfor %}
    {{ return(names | sort(reverse=true)) }}
{% endmacro %}
