{# See _maintenance_found. #}
{% macro delta__maintenance_found(table, found) %}
    {% set detail = run_query("describe detail " ~ table).rows[0] %}
    {{ return(detail["numFiles"] ~ " data files of " ~ (detail["sizeInBytes"] | int / 1000000) | round(1) ~ " MB") }}
{% endmacro %}
