{#
    What has happened to a table since a snapshot, as a list of operations, newest first: append, replace (rewritten files),
    overwrite or delete. It is none if the table's current snapshot does not descend from it, because the table was replaced or
    the snapshot is no longer known.
#}
{% macro _history(table, since, now) %}
    {% if since == now or since == "none" %}{{ return([] if since == now else none) }}{% endif %}
    {% if spark_cdc._format_of_snapshot(since) != spark_cdc._format_of_snapshot(now) %}{{ return(none) }}{% endif %}
    {{ return(spark_cdc._of_format("history", now)(table, since, now)) }}
{% endmacro %}
