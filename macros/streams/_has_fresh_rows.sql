{# True when landing holds a row that `this` log has not seen, by coordinates alone, without a look at the messages. #}
{% macro _has_fresh_rows(stream, landing, batch) %}
    {% if batch.floor is none %}{{ return(true) }}{% endif %}
    {{ return(spark_cdc._scalar("select 1 from (" ~ spark_cdc._fresh_rows(stream, landing, batch.floor) ~ ") limit 1") is not none) }}
{% endmacro %}
