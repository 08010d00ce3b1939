{#
    What is new in landing by comparison with `this` log, as a part of _next_batch's dict: news, repeats, floor and
    earliest. Warns of what landed before the floor and was never read (_note_unread).
#}
{% macro _look_at_coordinates(stream, landing, floor) %}
    {% set known = spark_cdc._unread_known(this, floor) %}
    {% set looked = run_query(
        "select 'fresh', count(*), cast(min(cdc_landed_at) as string), coalesce(max(cdc_copies) > 1, false), 0 from ("
        ~ spark_cdc._fresh_coordinates(stream, landing, floor) ~ ")"
        ~ " union all select 'older', rows, cast(day as string), false, before from (" ~ spark_cdc._older_days(stream, landing, floor, known) ~ ")"
    ).rows %}
    {% set fresh = looked | selectattr(0, "eq", "fresh") | first %}
    {% set days = [] %}
    {% for row in looked if row[0] == "older" %}{% do days.append([row[2], row[4] | int, row[1] | int]) %}{% endfor %}
    {% do spark_cdc._note_unread(stream, landing, floor, known, days) %}
    {{ return({"floor": floor, "earliest": fresh[2] or floor, "news": fresh[1] > 0, "repeats": fresh[3]}) }}
{% endmacro %}
