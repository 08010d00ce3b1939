{#
    The relation that has the rows that were appended to a table between two of its snapshots, as SQL, or none if the table format cannot
    give exactly these. The typed logs of a routed log ask the same, so that a run keeps the answer. only: whether nothing but rows was added
    between them, if that is known.
#}
{% macro _appended(table, from, to, only=none) %}
    {% set question = "appended to " ~ table ~ " from " ~ from ~ " to " ~ to %}
    {% set answer = spark_cdc._last_look(question) %}
    {% if answer is none %}
        {% set only = only if only is not none else spark_cdc._only_appended(table, from, to, ["append", "replace", "delete"]) %}
        {% set answer = spark_cdc._last_look(question, {"rows": spark_cdc._of_format("appended", to)(table, from, to) if only else none}) %}
    {% endif %}
    {{ return(answer.rows) }}
{% endmacro %}
