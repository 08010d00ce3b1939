{#
    The condition that a state is still at a snapshot, as SQL; it fails the query if the state is not. Spark loads the target of a
    MERGE first, so a merge with this condition in its source reads that snapshot, and Iceberg fails its commit if anything is
    committed later. The comparison is in a lambda, because Spark would compile another number in each run.
    snapshot: none or "none" if the state has none; then the condition is true.
#}
{% macro _is_at(table, snapshot) -%}
    {% if snapshot and snapshot != "none" -%}
    if(
        (select exists(array(snapshot_id), s -> s = {{ snapshot }}) from {{ table }}.refs where name = 'main'),
        true, raise_error({{ spark_cdc._string_literal(spark_cdc._error_text("state_overtaken", state=table | string)) }})
    )
    {%- else %}true{% endif %}
{%- endmacro %}
