{#
    Warns of messages that were lost before they landed: one row per stream, proof, topic and partition with open findings. Prints
    what is missing, since when, and the command that shows the findings. model: the model of cdc_loss_findings().
#}
{% test cdc_nothing_lost(model) %}
    {{ config(severity="warn") }}
    {% set losses = spark_cdc._open_losses(model) %}
    {% set rows = run_query(losses).rows if spark_cdc._tests() else [1] %}
    {% if spark_cdc._tests() %}{% do spark_cdc._print_losses(rows) %}{% endif %}
    {{ losses if rows else "select 1 as cdc_nothing_found where false" }}
{% endtest %}
