{#
    An error if a statement of _append, _write_since or _unless_written has not written, because another run had written since `snapshot`, in a
    table format that does not fail the statement itself. dbt_spark_cdc then runs the model again.
#}
{% macro _check_written(table, snapshot) %}
    {% if snapshot %}{% do spark_cdc._of_format("check_written", snapshot)(table, snapshot) %}{% endif %}
{% endmacro %}
