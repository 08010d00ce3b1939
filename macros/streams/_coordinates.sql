{# The coordinates of a landing row: a dict from cdc_topic, cdc_partition and cdc_offset to the SQL that reads them. #}
{% macro _coordinates(stream) %}
    {{ return({
        "cdc_topic": "cast(" ~ stream.landing.topic ~ " as string)",
        "cdc_partition": "cast(" ~ stream.landing.partition ~ " as int)",
        "cdc_offset": "cast(" ~ stream.landing.offset ~ " as bigint)",
    }) }}
{% endmacro %}
