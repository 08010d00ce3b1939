{#
    Finds the new landing rows by comparison with `this` log, as a part of _next_batch's dict: has_new, repeats, partitions, floor
    and earliest. Warns of rows that landed before the floor and were never read (_note_unread).
    trimmed: the landing time before which rows were trimmed from the log, or none; older rows are not read.
#}
{% macro _look_at_coordinates(stream, landing, floor, trimmed) %}
    {% set known = spark_cdc._unread_known(this, floor) %}
    {% set older = "(select * from " ~ landing ~ " as landing where cast(" ~ stream.landing.timestamp ~ " as timestamp) >= timestamp'" ~ trimmed ~ "')" if trimmed is not none else landing %}
    {% set looked = run_query(
        "select cdc_topic, cdc_partition, min(cdc_offset), max(cdc_offset), sum(cdc_new), max(cdc_copies), cast(min(cdc_landed_at) as string), null from ("
        ~ spark_cdc._fresh_coordinates(stream, landing, floor) ~ ") group by cdc_topic, cdc_partition"
        ~ " union all select null, null, null, null, rows, before, null, cast(day as string) from (" ~ spark_cdc._older_days(stream, older, floor, known) ~ ")"
    ).rows %}
    {% set fresh, days = [], [] %}
    {% for row in looked %}
        {% if row[7] is none %}{% do fresh.append(row) %}{% else %}{% do days.append([row[7], row[5] | int, row[4] | int]) %}{% endif %}
    {% endfor %}
    {% do spark_cdc._note_unread(stream, older, floor, known, days) %}
    {{ return({
        "floor": floor, "earliest": fresh | map(attribute=6) | min if fresh else floor, "has_new": fresh | length > 0,
        "repeats": (fresh | map(attribute=5) | max > 1) if fresh else false, "partitions": spark_cdc._read_partitions(fresh),
    }) }}
{% endmacro %}
