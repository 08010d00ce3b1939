{#
    See _is_at. Spark loads the target of a MERGE first, so a merge with this condition in its source reads that snapshot, and Iceberg fails
    its commit if anything is committed later. The comparison is in a lambda, because Spark would compile another number in each run.
#}
{% macro iceberg__is_at(table, snapshot) -%}
    if(
        (select exists(array(snapshot_id), s -> s = {{ snapshot }}) from {{ table }}.refs where name = 'main'),
        true, raise_error({{ spark_cdc._string_literal(spark_cdc._error_text("state_overtaken", state=table | string)) }})
    )
{%- endmacro %}
