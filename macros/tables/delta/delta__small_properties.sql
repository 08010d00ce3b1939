{# The properties of a small table, whose columns may have any name, or of a landing table, whose new rows its change data feed gives. #}
{% macro delta__small_properties(landing) %}
    {% set properties = {"delta.columnMapping.mode": "name"} %}
    {% if landing %}{% do properties.update({"delta.enableChangeDataFeed": "true"}) %}{% endif %}
    {{ return(properties) }}
{% endmacro %}
