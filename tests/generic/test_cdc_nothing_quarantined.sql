{#
    Warns of each table and reason with landing rows in quarantine, and of each table with stale keys. Prints how many there are,
    and the command that shows them. model: the model of cdc_accounting().
#}
{% test cdc_nothing_quarantined(model) %}
    {{ config(severity="warn") }}
    {% if spark_cdc._tests() %}
    {% set counted = spark_cdc._counted_now(model) %}
    {% set found = spark_cdc._findings_to_test(spark_cdc._quarantine_findings(counted, spark_cdc._quarantine_limits(counted.logs))) %}
    {% do spark_cdc._print_findings(found.rows) %}
    {{ found.sql }}
    {% else %}
    select * from {{ model }} where cdc_outcome = 'quarantined'
    {% endif %}
{% endtest %}
