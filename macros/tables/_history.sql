{#
    What has happened to a table since a snapshot, as a list of operations, newest first: append, replace (rewritten files),
    overwrite or delete. It is none if the table's current snapshot does not descend from it, because the table was replaced or
    the snapshot is no longer known.
#}
{% macro _history(table, since, now) %}
    {% set name = table | string %}
    {{ return(spark_cdc._histories([{"table": name, "since": since, "now": now}])[name]) }}
{% endmacro %}
