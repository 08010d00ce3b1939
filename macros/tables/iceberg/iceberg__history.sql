{# See _history. #}
{% macro iceberg__history(table, since, now) %}
    {% set steps, operations = {}, [] %}
    {% for row in run_query(
        "select snapshot_id, parent_id, operation from " ~ table ~ ".snapshots where committed_at >= (select committed_at - interval '1 hour' from "
        ~ table ~ ".snapshots where snapshot_id = " ~ since ~ ")"
    ).rows %}
        {% do steps.update({row[0] | string: [row[1] | string, row[2]]}) %}
    {% endfor %}
    {% set at = namespace(snapshot=now) %}
    {% for _ in steps if at.snapshot != since and at.snapshot in steps %}
        {% do operations.append(steps[at.snapshot][1]) %}
        {% set at.snapshot = steps[at.snapshot][0] %}
    {% endfor %}
    {{ return(operations if at.snapshot == since else none) }}
{% endmacro %}
