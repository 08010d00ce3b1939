{# The properties of a model's table that keep merges cheap. #}
{% macro iceberg__properties() %}
    {{ return({
        "format-version": "3",
        "write.merge.mode": "merge-on-read",
        "write.update.mode": "merge-on-read",
        "write.delete.mode": "merge-on-read",
        "write.distribution-mode": "none",
        "write.metadata.delete-after-commit.enabled": "true",
        "write.metadata.metrics.column.cdc_position": "full",
    }) }}
{% endmacro %}
