{# True when the changes log holds a truncate (file statistics answer it), so that every other table is spared the work. #}
{% macro _has_truncates(changes) %}
    {% if not spark_cdc._runs() %}{{ return(true) }}{% endif %}
    {{ return((spark_cdc._scalar("select count(*) from " ~ changes ~ " where cdc_class = 'truncate'") or 0) | int > 0) }}
{% endmacro %}
