{#
    Fails with the tables and reasons in quarantine if there are more landing rows than the stream's or the table's
    quarantine_limit. model: the model of cdc_accounting().
#}
{% test cdc_quarantine_limit(model) %}
    {% set counted = spark_cdc._counted_now(model) if spark_cdc._tests() else none %}
    {% set limits = spark_cdc._quarantine_limits(counted.logs) if counted else {} %}
    {% set findings = "select * from (" ~ spark_cdc._quarantine_findings(counted, limits) ~ ") as findings where cdc_limited_rows > cdc_limit" if limits else none %}
    {% set found = spark_cdc._findings_to_test(findings) %}
    {% do spark_cdc._print_findings(found.rows) %}
    {{ found.sql }}
{% endtest %}
