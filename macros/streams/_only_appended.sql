{#
    Whether an Iceberg table has only had appends, deletes and rewritten files between two of its snapshots. Then an incremental read
    returns all new rows. An overwrite may have added rows that it does not return.
    operations: the allowed operations, in place of these. Source: Iceberg, Spark queries, Incremental read.
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
