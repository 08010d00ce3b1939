{#
    The id of a table's present snapshot if this run has written it, by one statement, or has written nothing; else "", because another
    run has written since; also for a format without snapshots.
    seen: the snapshot on which this run wrote, or "" if another run has written since that; none if this run created the table
    with made (cdc.made).
#}
{% macro _next_snapshot(table, seen, made=none) %}
    {% if seen == "" %}{{ return("") }}{% endif %}
    {% set properties = {} if seen else spark_cdc._table_properties(table) %}
    {% set known = seen or properties["snapshot"] %}
    {% if not known or made and properties["cdc.made"] != made %}{{ return("") }}{% endif %}
    {{ return(spark_cdc._of_format("next_snapshot", known)(table, seen)) }}
{% endmacro %}
