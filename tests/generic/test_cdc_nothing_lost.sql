{#
    Warns of messages that were lost before they landed: one row per stream, proof, topic and partition with open findings. Prints
    what is missing, since when, and the command that shows the findings. model: the model of cdc_loss_findings().
#}
{% test cdc_nothing_lost(model) %}
    {{ config(severity="warn") }}
    {% set losses = spark_cdc._open_losses(model) %}
    {% if spark_cdc._tests() %}
    {% set found = spark_cdc._findings_to_test(losses) %}
    {% do spark_cdc._print_losses(found.rows) %}
    {{ found.sql }}
    {% else %}
    {{ losses }}
    {% endif %}
{% endtest %}
