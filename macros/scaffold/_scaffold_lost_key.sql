{#
    Names (as JSON) of a table's key columns that cannot be declared. The rest of such a key would merge several rows into one, and
    a table without key would keep rows whose deletes name only the key. So the table is proposed but disabled, for a
    person to declare its key; no column counts as part of a key.
    columns: of _scaffold_columns.
#}
{% macro _scaffold_lost_key(table, columns, id, model, notes) %}
    {% set kept = columns | map(attribute="source") | list %}
    {% set lost = [] %}
    {% for column in table.columns if column.key_number and column.name not in kept %}{% do lost.append(tojson(column.name)) %}{% endfor %}
    {% if lost %}
        {% for column in columns %}{% do column.update({"key": none}) %}{% endfor %}
        {% do notes.append(
            "table " ~ id ~ " is switched off: its key has the column " ~ lost | join(", ") ~ ", which cannot be declared. "
            ~ "Declare what identifies a row in the contract of model " ~ model ~ ", at its TODO"
        ) %}
    {% endif %}
    {{ return(lost) }}
{% endmacro %}
