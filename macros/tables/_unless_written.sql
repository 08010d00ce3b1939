{#
    The clause by which CREATE OR REPLACE TABLE does not replace what another run has created or added since `snapshot` (_before_replacing):
    _check_written then finds that it has not.
#}
{% macro _unless_written(table, snapshot) %}
    {% if snapshot %}{{ return("options " ~ spark_cdc._of_format("writer", snapshot)(table, snapshot)) }}{% endif %}
{% endmacro %}
