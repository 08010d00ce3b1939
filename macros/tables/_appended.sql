{#
    The rows that were appended to a table between two of its snapshots, as a dict: rows, the relation that has them, as SQL, or none if the
    table format cannot give exactly these; added, how many they are (_rows_added). The typed logs of a routed log ask the same, so that a
    run keeps the answer. only: whether nothing but rows was added between them, if that is known.
    An incremental read of appends, deletes and rewritten files returns all new rows; an overwrite may have added rows that it does not return.
#}
{% macro _appended(table, from, to, only=none) %}
    {% set question = "appended to " ~ table ~ " from " ~ from ~ " to " ~ to %}
    {% set answer = spark_cdc._last_look(question) %}
    {% if answer is none %}
        {% set history = spark_cdc._history(table, from, to) if only is none else none %}
        {% set only = only or spark_cdc._has_only(history, ["append", "replace", "delete"]) %}
        {% set rows = spark_cdc._of_format("appended", to)(table, from, to) if only else none %}
        {% set answer = spark_cdc._last_look(question, {"rows": rows, "added": spark_cdc._rows_added(history)}) %}
    {% endif %}
    {{ return(answer) }}
{% endmacro %}
