{#
    The properties of a small table, or of a landing table. Each batch is a manifest, and each scan opens all manifests of the table, so that they
    are merged as soon as there are five, in place of a hundred. Of landing, only new ones are opened.
#}
{% macro iceberg__small_properties(landing) %}
    {{ return({} if landing else {"commit.manifest.min-count-to-merge": "5"}) }}
{% endmacro %}
