{# The user's metadata of the commit by which this run writes to a table that it has looked at in `snapshot`. #}
{% macro _delta_mark(snapshot) %}{{ return("spark_cdc " ~ invocation_id ~ " " ~ snapshot) }}{% endmacro %}
