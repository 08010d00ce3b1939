{#
    See _is_at. Spark loads the target of a MERGE first, so a merge with this condition in its source reads that snapshot, and Iceberg fails
    its commit if anything is committed later.
#}
{% macro iceberg__is_at(table, snapshot) -%}
    if(
        (select {{ spark_cdc._compared("snapshot_id", "= " ~ snapshot) }} from {{ table }}.refs where name = 'main'),
        true, raise_error({{ spark_cdc._string_literal(spark_cdc._error_text("state_overtaken", state=table | string)) }})
    )
{%- endmacro %}
