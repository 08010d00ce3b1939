{#
    Operation: removes from the logs of a stream the rows that no current table needs any more.
        dbt run-operation cdc_trim --args '{stream: shop, retention: 90 days, dry_run: false}'
    stream: name of the landing source table; all streams. retention: how much older than the newest landed row a row must be; at least
    the allowed lateness of the stream. dry_run: print what would be removed and change nothing.
    For each key, the newest old change that replaced the whole row stays, with everything after it. So a state that is rebuilt
    from the log, or into which a late change is merged, is the same as without the trim. docs/retention.md lists what else stays.
#}
{% macro cdc_trim(stream=none, retention="90 days", dry_run=true) %}
    {% if not execute %}{{ return("") }}{% endif %}
    {% do spark_cdc._check_engine() %}
    {% if dry_run is not boolean %}{{ spark_cdc._error("argument_not_boolean", operation="cdc_trim", argument="dry_run", given=dry_run) }}{% endif %}
    {% for log in spark_cdc._retention_logs("cdc_trim", stream) %}
        {% set cut = spark_cdc._retention_cut("cdc_trim", log, retention) %}
        {% set rows = {} %}
        {% for table in log.tables if table.is_built and table.contract.key and cut is not none %}
            {% do rows.update({table.changes.name: spark_cdc._trim_rows(table, cut, spark_cdc._table_property("cdc.applied_batch", table.state.relation_name) or -1)}) %}
        {% endfor %}
        {% set count = spark_cdc._trim_log(log, spark_cdc._trim_landing_rows(log, rows, cut, true), dry_run) if cut is not none else 0 %}
        {% do print(
            "cdc_trim: " ~ log.node.name ~ ": " ~ count ~ " landing rows that landed before " ~ (cut or "anything") ~ " and are not needed any more "
            ~ ("would be removed. To remove them: dry_run: false" if dry_run else "have been removed")
        ) %}
    {% endfor %}
{% endmacro %}
