{#
    What stands for a view, `view` or `table`: the variable cdc_views, else the environment variable SPARK_CDC_VIEWS. Catalogs without views
    need tables (docs/targets/catalogs.md). An error names the one whose value is not known.
#}
{% macro _views() %}
    {% set kinds = ["view", "table"] %}
    {% set kind = var("cdc_views", env_var("SPARK_CDC_VIEWS", "view")) %}
    {% if kind not in kinds %}
        {% set setting = "environment variable SPARK_CDC_VIEWS" if var("cdc_views", none) is none else "variable cdc_views" %}
        {{ spark_cdc._error("setting", setting=setting, given=kind, allowed=kinds) }}
    {% endif %}
    {{ return(kind) }}
{% endmacro %}
