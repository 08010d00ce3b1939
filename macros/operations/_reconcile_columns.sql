{#
    The compared columns of one side, as a list of SQL, each the text of _reconcile_text named c0, c1, ...
    side: `source`, over the columns of a source view, or `here`, over those of the state. A text of the source that does not
    fit the contract's type is not converted, so that it differs from every value.
#}
{% macro _reconcile_columns(parts, side) %}
    {% set selected = [] %}
    {% for column in parts.columns %}
        {% set name, type = "c" ~ loop.index0, column.data_type %}
        {% if side == "here" %}
            {% set text = spark_cdc._reconcile_text("cast(`" ~ column.name ~ "` as " ~ type ~ ")", type) %}
        {% elif type in ["string", "binary"] %}
            {% set text = name %}
        {% else %}
            {% set value = spark_cdc._time_from_text(name, type, parts.zone) if type in ["timestamp", "timestamp_ntz", "date"] else spark_cdc._text_value(column, name) %}
            {% set text = "coalesce(" ~ spark_cdc._reconcile_text(value, type) ~ ", " ~ name ~ ")" %}
        {% endif %}
        {% do selected.append(text ~ " as " ~ name) %}
    {% endfor %}
    {{ return(selected) }}
{% endmacro %}
