{#
    The clauses after a table's name: format, partitioning and the properties that keep merges cheap.
    partition_by: list of column names. properties: more table properties, as a dict of texts.
#}
{% macro _table_options(partition_by=[], properties={}) %}
    {% set format = config.get("file_format") or var("cdc_file_format", "iceberg") %}
    {% set settings = {
        "iceberg": {
            "format-version": "3",
            "write.merge.mode": "merge-on-read",
            "write.update.mode": "merge-on-read",
            "write.delete.mode": "merge-on-read",
            "write.distribution-mode": "none",
            "write.metadata.delete-after-commit.enabled": "true",
            "write.metadata.metrics.column.cdc_position": "full",
        },
        "delta": {"delta.enableDeletionVectors": "true"},
    } %}
    {% if format not in settings %}{{ spark_cdc._error("file_format", given=format, allowed=settings | list) }}{% endif %}
    {% set all = settings[format].copy() %}
    {% do all.update(properties) %}
    using {{ format }}
    {% if partition_by %}partitioned by ({{ partition_by | join(", ") }}){% endif %}
    tblproperties (
        {% for name, value in all.items() %}'{{ name }}' = '{{ value }}'{{ ", " if not loop.last }}{% endfor %}
    )
{% endmacro %}
