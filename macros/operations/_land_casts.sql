{#
    The select list that writes the columns of `rows` into a table, or a compile error if the two do not match. Only casts that
    change no value are made: bytes to text, and integers to wider ones. Both are {lower-case name: {name, type}};
    a table's key and headers may be missing from the rows, and are NULL then.
#}
{% macro _land_casts(table, rows, columns) %}
    {% set widths = {"tinyint": 1, "smallint": 2, "int": 3, "bigint": 4} %}
    {% set surplus = rows.keys() | reject("in", columns) | list %}
    {% set missing = columns.keys() | reject("in", rows) | reject("in", ["key", "headers"]) | list %}
    {% if surplus or missing %}
        {{ spark_cdc._error(
            "land_columns", table=table,
            differences=("; it lacks: " ~ surplus | join(", ") if surplus else "") ~ ("; it alone has: " ~ missing | join(", ") if missing else "")
        ) }}
    {% endif %}
    {% set selected = [] %}
    {% for name, column in columns.items() %}
        {% set own = rows[name].type if name in rows else "string" %}
        {% set type = column.type %}
        {% if own != type and not (own == "binary" and type == "string") and not (own == "string" and type == "binary")
            and not (own in widths and type in widths and widths[own] <= widths[type]) and name in rows %}
            {{ spark_cdc._error("land_column_type", table=table, column=column.name, type=type, given=own) }}
        {% endif %}
        {% set value = "`" ~ rows[name].name ~ "`" if name in rows else "null" %}
        {% do selected.append("cast(" ~ value ~ " as " ~ type ~ ") as `" ~ column.name ~ "`") %}
    {% endfor %}
    {{ return(selected | join(", ")) }}
{% endmacro %}
