{# The value of the property cdc.made, by which a run recognises the table that it has created: the time and the dbt run. #}
{% macro _made_now() %}
    {{ return(modules.datetime.datetime.now(modules.pytz.utc).isoformat() ~ " " ~ invocation_id) }}
{% endmacro %}
