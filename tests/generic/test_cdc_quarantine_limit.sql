{#
    Fails with the tables and reasons in quarantine if there are more landing rows than the stream's or the table's
    quarantine_limit. model: the model of cdc_accounting().
#}
{% test cdc_quarantine_limit(model) %}
    {% if spark_cdc._tests() %}
    {% set counted = spark_cdc._counted_now(model) %}
    {% set limits = spark_cdc._quarantine_limits(counted.logs) %}
    {% set findings = "select * from (" ~ spark_cdc._quarantine_findings(counted, limits) ~ ") as findings where cdc_limited_rows > cdc_limit" %}
    {% set rows = run_query(findings).rows if limits else [] %}
    {% do spark_cdc._print_findings(rows) %}
    {{ findings if rows else "select 1 as cdc_nothing_found where false" }}
    {% else %}
    select * from {{ model }} where false
    {% endif %}
{% endtest %}
