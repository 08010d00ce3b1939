{#
    Operation: removes old tombstones from the states of a stream, with their changes in the logs.
        dbt run-operation cdc_purge --args '{stream: shop, retention: 180 days, dry_run: false}'
    stream: name of the landing source table; all streams. retention: how much older than the newest landed row every change of the
    deleted key must be; at least the allowed lateness of the stream. dry_run: print what would be removed and change nothing.
    The logs come first: a tombstone is removed when the log has no change of its key, so that no rebuild can bring the row back.
    docs/retention.md lists the keys that stay.
#}
{% macro cdc_purge(stream=none, retention="180 days", dry_run=true) %}
    {% if not execute %}{{ return("") }}{% endif %}
    {% do spark_cdc._check_engine() %}
    {% if dry_run is not boolean %}{{ spark_cdc._error("argument_not_boolean", operation="cdc_purge", argument="dry_run", given=dry_run) }}{% endif %}
    {% for log in spark_cdc._retention_logs("cdc_purge", stream) %}
        {% set cut = spark_cdc._retention_cut("cdc_purge", log, retention) %}
        {% set tables = log.tables | selectattr("is_built") | selectattr("contract.key") | list if cut is not none else [] %}
        {% set counts = [] %}
        {% for step in ([none] if dry_run else ["images", "deletes"]) if tables %}
            {% set rows = {} %}
            {% for table in tables %}
                {% do rows.update({table.changes.name: spark_cdc._purge_rows(table, cut, spark_cdc._table_property("cdc.applied_batch", table.state.relation_name) or -1, step)}) %}
            {% endfor %}
            {% do counts.append(spark_cdc._trim_log(log, spark_cdc._trim_landing_rows(log, rows, cut, false), dry_run)) %}
        {% endfor %}
        {% for table in tables %}
            {% set state = table.state.relation_name %}
            {% set keys = spark_cdc._names(table.contract.key, "state") %}
            {% set gone = "select " ~ keys ~ " from " ~ state ~ " as state left anti join " ~ table.changes.relation_name ~ " as log on "
                ~ spark_cdc._same_key(table.contract.key, "log", "state") ~ " and " ~ spark_cdc._may_be_change(table.contract, "log") ~ " where state.cdc_deleted" %}
            {% set count = spark_cdc._scalar("select count(*) from (" ~ gone ~ ") as gone") | int %}
            {% if count and not dry_run %}
                {% set before = spark_cdc._table_properties(state) %}
                {% do run_query("merge into " ~ state ~ " as t using (" ~ gone ~ ") as s on " ~ spark_cdc._same_key(table.contract.key, "t", "s") ~ " when matched then delete") %}
                {% do spark_cdc._keep_note(state, before) %}
            {% endif %}
            {% if not dry_run %}{% do print("cdc_purge: " ~ table.state.name ~ ": " ~ count ~ " tombstones have been removed") %}{% endif %}
        {% endfor %}
        {% do print(
            "cdc_purge: " ~ log.node.name ~ ": " ~ counts | sum ~ " landing rows of keys that were deleted, all before " ~ (cut or "anything") ~ ", "
            ~ ("would be removed, with the tombstones that this leaves without changes. To remove them: dry_run: false" if dry_run else "have been removed")
        ) %}
    {% endfor %}
{% endmacro %}
