{# What stands for a view, `view` or `table`: the variable cdc_views. Catalogs without views need tables (docs/targets/catalogs.md). #}
{% macro _views() %}
    {% set kind = var("cdc_views", "view") %}
    {% if kind not in ["view", "table"] %}{{ spark_cdc._error("views", given=kind) }}{% endif %}
    {{ return(kind) }}
{% endmacro %}
