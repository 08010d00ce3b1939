{#
    Warns of landing rows that are older than the allowed lateness and that `this` log has not read. Keeps their number
    in the log's property cdc.older: {"floor": the landing time before which this run reads nothing,
    "days": {day: [number of landing rows before the floor, number of them that are unread]}}.
    Only days whose number of rows has changed, and rows that the floor has passed since, are compared with the log. So rows that
    the owner of landing deletes cost nothing and hide nothing.
    known: the property as the previous run left it, or none if it is not valid for this floor. days: the rows of
    _older_days as [day, before, rows].
#}
{% macro _note_unread(stream, relation, floor, known, days) %}
    {% set found = {} %}
    {% set changed = [] %}
    {% set passed = [] %}
    {% for day, before, rows in days %}
        {% set old = (known.days if known else {}).get(day, [0, 0]) %}
        {% do found.update({day: [rows, old[1]]}) %}
        {% if before != old[0] or not known %}{% do changed.append(day) %}{% elif rows > before %}{% do passed.append(day) %}{% endif %}
    {% endfor %}
    {% if changed or passed %}
        {% for day in changed %}{% do found.update({day: [found[day][0], 0]}) %}{% endfor %}
        {% for day, rows in run_query(spark_cdc._unread_days(stream, relation, floor, known, changed)).rows %}
            {% set there = found.get(day | string, [0, 0]) %}
            {% do found.update({day | string: [there[0], there[1] + rows | int]}) %}
        {% endfor %}
    {% endif %}
    {% set note = {"floor": floor, "days": found} %}
    {% if (found or known) and note != known %}
        {% do spark_cdc._set_properties(this, {"cdc.older": tojson(note, sort_keys=true)}) %}
    {% endif %}
    {% set unread = found.values() | map(attribute=1) | sum %}
    {% if unread %}
        {% set rows = unread ~ " landing row" ~ ("s" if unread > 1) %}
        {% do exceptions.warn(spark_cdc._error_text(
            "landing_unread", model=spark_cdc._node().name, rows=rows, stream=stream.name, floor=floor, lateness=stream.lateness
        )) %}
    {% endif %}
{% endmacro %}
