{#
    What a batch reads of landing, by topic and partition, as a list of dicts: topic, partition, lowest and highest offset and
    rows. found: the rows of a query that begin with these columns, in the order topic, partition, lowest, highest, rows.
#}
{% macro _read_partitions(found) %}
    {% set partitions = [] %}
    {% for row in found %}
        {% do partitions.append({
            "topic": row[0], "partition": row[1] | int if row[1] is not none else none, "lowest": row[2] | int if row[2] is not none else none,
            "highest": row[3] | int if row[3] is not none else none, "rows": row[4] | int,
        }) %}
    {% endfor %}
    {{ return(partitions) }}
{% endmacro %}
