{# The declared settings by which any format's events are read, as a list of [name, value]: part of a log's fingerprint. #}
{% macro _settings_of_events(stream) %}
    {% set settings = [] %}
    {% for name in ["table_from_topic", "null_messages"] if stream[name] %}{% do settings.append([name, stream[name]]) %}{% endfor %}
    {{ return(settings) }}
{% endmacro %}
