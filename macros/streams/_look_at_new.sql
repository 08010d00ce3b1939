{#
    Describes landing rows that are all new, as a part of _next_batch's dict: has_new, repeats, seen and partitions.
    Reads three columns of them, and the rows of the log, if any, between the same offsets.
    logged: whether the log has rows; few: whether the landing rows are few (_few_rows).
#}
{% macro _look_at_new(stream, rows, logged, few) %}
    {% set coordinates = spark_cdc._coordinates(stream) %}
    {% set found = run_query(
        "select cdc_topic, cdc_partition, min(cdc_offset), max(cdc_offset), sum(cdc_copies), max(cdc_copies), count_if(cdc_offset is null) from (select "
        ~ coordinates.values() | join(", ") ~ ", count(*) from (select " ~ spark_cdc._in_one_task(few) ~ "* from " ~ rows ~ ") as landing group by " ~ coordinates.values() | join(", ")
        ~ ") as coordinates(cdc_topic, cdc_partition, cdc_offset, cdc_copies) group by cdc_topic, cdc_partition"
    ).rows %}
    {% if not found | length %}{{ return({"has_new": false, "repeats": false}) }}{% endif %}
    {% set copies = found | map(attribute=5) | max > 1 %}
    {% set partitions = spark_cdc._read_partitions(found) %}
    {% if not logged %}{{ return({"has_new": true, "repeats": copies, "partitions": partitions}) }}{% endif %}
    {% set seen = [] %}
    {% for topic, partition, lowest, highest, _, _, without in found %}
        {% set of = "cdc_topic <=> " ~ (spark_cdc._string_literal(topic) if topic is not none else "null") ~ " and cdc_partition <=> " ~ (partition if partition is not none else "null") %}
        {% if lowest is not none %}{% do seen.append(of ~ " and cdc_offset between " ~ lowest ~ " and " ~ highest) %}{% endif %}
        {% if without %}{% do seen.append(of ~ " and cdc_offset is null") %}{% endif %}
    {% endfor %}
    {% if seen | length > 100 %}
        {# Planning a condition of many parts costs more than reading the rows that it would skip. #}
        {% set offsets = found | selectattr(2, "ne", none) | list %}
        {% set seen = ["cdc_offset is null"] + (["cdc_offset between " ~ offsets | map(attribute=2) | min ~ " and " ~ offsets | map(attribute=3) | max] if offsets else []) %}
    {% endif %}
    {% set seen = seen | join(" or ") %}
    {% set repeats = copies or spark_cdc._scalar("select 1 from " ~ this ~ " where " ~ seen ~ " limit 1") is not none %}
    {{ return({"has_new": true, "repeats": repeats, "seen": seen, "partitions": partitions}) }}
{% endmacro %}
