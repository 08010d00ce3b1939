{#
    Operation: compares a current table with the source database's own table, over JDBC.
        dbt run-operation cdc_reconcile --args '{table: orders, url: "jdbc:postgresql://db.example.com:5432/shop"}'
    table: the current model. url: the source; its user and password come from the environment (SPARK_CDC_JDBC_USER and
    SPARK_CDC_JDBC_PASSWORD). source: its table, as schema.table; that of the contract. ranges: the maximum number of key ranges
    into which the table is divided. grace: seconds by which one change may reach the state later than a newer one. exclude: columns
    that are not compared. expressions: {column: SQL of the source that gives its text}. fail: end with an error if there are
    confirmed findings.
    It first compares counts and sums of hashes for each range, then the rows of the ranges that differ. The results are in the
    tables cdc_reconcile_ranges and cdc_reconcile_findings of the target's schema (_reconcile_tables). docs/semantics.md,
    Reconciliation, defines when a difference is a finding.
#}
{% macro cdc_reconcile(table, url, source=none, ranges=16, grace=60, exclude=[], expressions={}, fail=false) %}
    {% if not execute %}{{ return("") }}{% endif %}
    {% do spark_cdc._check_engine() %}
    {% if ranges is not integer or not 1 <= ranges <= 1024 %}{{ spark_cdc._error("reconcile_ranges", given=ranges) }}{% endif %}
    {% if grace is not number or not 0 <= grace <= 604800 %}{{ spark_cdc._error("reconcile_grace", given=grace) }}{% endif %}
    {% if fail is not boolean %}{{ spark_cdc._error("argument_not_boolean", operation="cdc_reconcile", argument="fail", given=fail) }}{% endif %}
    {% set parts = spark_cdc._reconcile_parts(table, url | string, source, exclude, expressions) %}
    {% set tables = spark_cdc._reconcile_tables() %}

    {# The rule depends on this order: the progress of the log, then the state, then the source, then the source's clock. #}
    {% set log = spark_cdc._reconcile_log(parts) %}
    {% do parts.update(spark_cdc._reconcile_pin(parts)) %}
    {% set waiting = spark_cdc._scalar(
        "select unix_micros(min(cdc_since_at)) from " ~ tables.findings ~ " where cdc_table_model = " ~ spark_cdc._string_literal(table) ~ " and cdc_status = 'suspect'"
    ) %}
    {% set reached = spark_cdc._reconcile_progress(parts, log, waiting) if waiting is not none else none %}
    {% do spark_cdc._reconcile_source(parts, ranges) %}
    {% set counted = spark_cdc._reconcile_counts(parts) %}
    {% set different = [] %}
    {% for range in counted if range.source != range.here %}{% do different.append(range.number) %}{% endfor %}
    {% if different %}{% do spark_cdc._reconcile_view(parts, "cdc_reconcile_rows", parts.query, spark_cdc._reconcile_predicates(parts, different)) %}{% endif %}
    {% do spark_cdc._reconcile_findings(parts, tables, different, reached, grace) %}
    {% set clock = spark_cdc._reconcile_clock(parts) %}
    {% do spark_cdc._reconcile_times(parts, tables, clock) %}
    {% do spark_cdc._reconcile_marks(parts, tables, counted, clock) %}
    {% for view in ["cdc_reconcile_columns", "cdc_reconcile_limits", "cdc_reconcile_counted", "cdc_reconcile_rows", "cdc_reconcile_clock"] %}
        {% do run_query("drop view if exists " ~ view) %}
    {% endfor %}
    {% set confirmed = spark_cdc._reconcile_report(parts, tables, counted, reached, grace) %}
    {% if fail and confirmed %}
        {{ spark_cdc._error("reconcile_differences", given=confirmed, table=table, source=parts.source) }}
    {% endif %}
{% endmacro %}
