{# The text by which a value of a contract's type is compared and shown: bytes as hexadecimal digits, an instant in UTC. #}
{% macro _reconcile_text(value, data_type) %}
    {% if data_type == "string" %}{{ return(value) }}{% endif %}
    {% if data_type == "binary" %}{{ return("hex(" ~ value ~ ")") }}{% endif %}
    {% if data_type == "timestamp" %}
        {# A cast would use the session's clock, where one hour of each year occurs twice. #}
        {{ return("concat(cast(" ~ spark_cdc._timestamp_from_micros("unix_micros(" ~ value ~ ")", "timestamp_ntz") ~ " as string), 'Z')") }}
    {% endif %}
    {% if data_type.startswith(("array", "struct")) %}{{ return("to_json(" ~ value ~ ", map('ignoreNullFields', 'false'))") }}{% endif %}
    {{ return("cast(" ~ value ~ " as string)") }}
{% endmacro %}
