{#
    Warns of each table and reason with landing rows in quarantine, and of each table with stale keys. Prints how many there are,
    and the command that shows them. model: the model of cdc_accounting().
#}
{% test cdc_nothing_quarantined(model) %}
    {{ config(severity="warn") }}
    {% if spark_cdc._tests() %}
    {% set findings = spark_cdc._quarantine_findings(model) %}
    {% do spark_cdc._print_findings(run_query(findings).rows) %}
    {{ findings }}
    {% else %}
    select * from {{ model }} where cdc_outcome = 'quarantined'
    {% endif %}
{% endtest %}
