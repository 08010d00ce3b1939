{#
    An error if another run has written to a state between `snapshot`, on which this run's merge was computed, and the merge, or since, in
    a table format that does not fail the merge itself (_is_at). dbt_spark_cdc then runs the model again. The merge is not noted then, so
    that the next run assumes nothing about the state (_noted_batch).
#}
{% macro _check_alone(state, snapshot) %}
    {% if snapshot %}{% do spark_cdc._of_format("check_alone", snapshot)(state, snapshot) %}{% endif %}
{% endmacro %}
