{#
    Whether all that happened to an Iceberg table between two of its snapshots was to append rows, to delete some or to
    rewrite files: an incremental read shows all new rows then. An overwrite may have added rows that it does not show.
    operations: what to allow in place of these. Source: Iceberg, Spark queries, Incremental read.
#}
{% macro _only_appended(table, from, to, operations=["append", "replace", "delete"]) %}
    {% set steps = {} %}
    {% for row in run_query(
        "select snapshot_id, parent_id, operation from " ~ table ~ ".snapshots where committed_at >= (select committed_at - interval '1 hour' from "
        ~ table ~ ".snapshots where snapshot_id = " ~ from ~ ")"
    ).rows %}
        {% do steps.update({row[0] | string: [row[1] | string, row[2]]}) %}
    {% endfor %}
    {% set at = namespace(snapshot=to) %}
    {% for _ in steps if at.snapshot != from %}
        {% set step = steps[at.snapshot] %}
        {% if not step or step[1] not in operations %}{{ return(false) }}{% endif %}
        {% set at.snapshot = step[0] %}
    {% endfor %}
    {{ return(at.snapshot == from) }}
{% endmacro %}
