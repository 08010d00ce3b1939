{#
    The condition that a state is still at a snapshot, as SQL; it fails the query if the state is not. It is in the source of a MERGE into the
    state. Where the table format has no such condition, it is true, and _check_alone checks after the merge.
    snapshot: none or "none" if the state has none; then the condition is true.
#}
{% macro _is_at(table, snapshot) -%}
    {% if snapshot and snapshot != "none" %}{{ spark_cdc._of_format("is_at", snapshot)(table, snapshot) }}{% else %}true{% endif %}
{%- endmacro %}
