{# See _histories. One query for all tables, of the snapshots from an hour before the first, for clocks differ. #}
{% macro iceberg__histories(spans) %}
    {% set tables = [] %}
    {% for span in spans %}
        {% do tables.append("select " ~ loop.index0 ~ " as span, " ~ spark_cdc._compared("snapshot_id", "= " ~ span.since) ~ " as is_since, snapshot_id, parent_id, operation, cast(summary['added-records'] as bigint) as added, committed_at from " ~ span.table ~ ".snapshots") %}
    {% endfor %}
    {% set steps = {} %}
    {% for row in run_query(
        "select span, snapshot_id, parent_id, operation, added from (select *, max(if(is_since, committed_at, null)) over (partition by span) as since_at from ("
        ~ spark_cdc._union_all(tables, few=true) ~ ") as snapshots) as timed where committed_at >= since_at - interval '1 hour'"
    ).rows %}
        {% do steps.setdefault(row[0] | int, {}).update({row[1] | string: {"parent": row[2] | string, "operation": row[3], "rows": row[4] | int if row[4] is not none else none}}) %}
    {% endfor %}
    {% set found = {} %}
    {% for span in spans %}
        {% set of_table, history = steps.get(loop.index0, {}), [] %}
        {% set at = namespace(snapshot=span.now) %}
        {% for _ in of_table if at.snapshot != span.since and at.snapshot in of_table %}
            {% do history.append(of_table[at.snapshot]) %}
            {% set at.snapshot = of_table[at.snapshot].parent %}
        {% endfor %}
        {% do found.update({span.table: history if at.snapshot == span.since else none}) %}
    {% endfor %}
    {{ return(found) }}
{% endmacro %}
