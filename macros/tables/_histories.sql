{#
    What has happened to each of several tables, as a dict from its name to what _history returns. spans: a list of {table, since, now},
    with the name of a table and two of its snapshots.
#}
{% macro _histories(spans) %}
    {% set found, asked = {}, {} %}
    {% for span in spans %}
        {% set format = spark_cdc._format_of_snapshot(span.now) %}
        {% if span.since == span.now %}
            {% do found.update({span.table: []}) %}
        {% elif span.since == "none" or spark_cdc._format_of_snapshot(span.since) != format %}
            {% do found.update({span.table: none}) %}
        {% else %}
            {% do asked.setdefault(format, []).append(span) %}
        {% endif %}
    {% endfor %}
    {% for format, of_format in asked.items() %}{% do found.update(spark_cdc._of_format("histories", format=format)(of_format)) %}{% endfor %}
    {{ return(found) }}
{% endmacro %}
