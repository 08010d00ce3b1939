{# Prints a line for each row of _open_losses(), with the command that shows the findings; only the first 20. #}
{% macro _print_losses(rows) %}
    {% for row in rows[:20] %}
        {% if row["cdc_proof"] == "offsets" %}
            {% set what = row["cdc_missing"] ~ " messages are missing in topic " ~ row["cdc_topic"] ~ ", partition " ~ row["cdc_partition"] ~ ", between the offsets "
                ~ row["cdc_first_missing"] ~ " and " ~ row["cdc_last_missing"] %}
            {% set setting = "If the topic is compacted or written in Kafka transactions, set offsets: sparse" %}
        {% elif row["cdc_proof"] == "transactions" %}
            {% set what = row["cdc_missing"] ~ " messages are missing in " ~ row["cdc_transactions"] ~ " transactions, the first of which is " ~ row["cdc_first_transaction"] %}
            {% set setting = "If the stream carries only a part of each transaction, set transactions: partial" %}
        {% else %}
            {% set what = "no heartbeat has landed since " ~ row["cdc_silent_from"] %}
            {% set setting = "If heartbeats are rarer, change heartbeat_every" %}
        {% endif %}
        {% set query = "select * from {{ ref('cdc_loss_findings') }} where cdc_stream = '" ~ row["cdc_stream"] ~ "' and cdc_proof = '" ~ row["cdc_proof"] ~ "' and cdc_closed_at is null" %}
        {% do log(
            "spark_cdc: stream " ~ row["cdc_stream"] ~ ": " ~ what ~ ", first seen at " ~ row["cdc_seen_at"] ~ ". " ~ setting ~ " (docs/reference/settings.md)."
            ~ " To see the findings: dbt show --limit -1 --inline \"" ~ query ~ "\"", info=true
        ) %}
    {% endfor %}
    {% if rows | length > 20 %}{% do log("spark_cdc: and " ~ (rows | length - 20) ~ " more partitions", info=true) %}{% endif %}
{% endmacro %}
