{#
    Fails with the tables and reasons in quarantine if there are more landing rows than the stream's or the table's
    quarantine_limit. model: the model of cdc_accounting().
#}
{% test cdc_quarantine_limit(model) %}
    {% if spark_cdc._tests() %}
    {% set findings = "select * from (" ~ spark_cdc._quarantine_findings(model) ~ ") as findings where cdc_limited_rows > cdc_limit" %}
    {% do spark_cdc._print_findings(run_query(findings).rows) %}
    {{ findings }}
    {% else %}
    select * from {{ model }} where false
    {% endif %}
{% endtest %}
