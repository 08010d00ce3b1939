{#
    What has happened to a table since a snapshot, as a list of dicts, newest first: operation, which is append, replace (rewritten
    files), overwrite or delete; and rows, how many it added, none if that is not known. The list is none if the table's current snapshot does not
    descend from the earlier one, because the table was replaced or the snapshot is no longer known.
#}
{% macro _history(table, since, now) %}
    {% set name = table | string %}
    {{ return(spark_cdc._histories([{"table": name, "since": since, "now": now}])[name]) }}
{% endmacro %}
