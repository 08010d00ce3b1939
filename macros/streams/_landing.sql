{#
    The relation from which a stream's landing rows are read, by the expressions of stream.landing: its source's table,
    `first`, or with landing_tables all of them as one, under the names of the landing columns.
#}
{% macro _landing(stream, first) %}
    {% if not stream.landing_tables %}{{ return(first) }}{% endif %}
    {% set parts = [] %}
    {% for table in spark_cdc._landing_tables(stream, first) %}
        {% set columns = [] %}
        {% for name, expression in stream.landing_columns.items() %}
            {% do columns.append(expression | string | replace("{table}", table.name) ~ " as `" ~ name ~ "`") %}
        {% endfor %}
        {% do parts.append("select " ~ columns | join(", ") ~ " from " ~ table.relation ~ " as landing") %}
    {% endfor %}
    {{ return("(" ~ parts | join(" union all ") ~ ")") }}
{% endmacro %}
