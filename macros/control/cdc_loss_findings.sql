{#
    Body of a control model: messages that were lost before they landed, one row per finding. cdc_proof is the evidence:
    - offsets: the offsets of a partition have a hole; expected and found are numbers of messages;
    - transactions: the source counts the messages of a transaction, and fewer have landed;
    - heartbeats: no heartbeat has landed for longer than the stream's heartbeat_every.
    A finding is closed (cdc_closed_at) when the missing messages have landed, and stays.
    The rules are in docs/semantics.md, Loss before landing.
    events, batches, transactions: ref(...) of the models of cdc_events(), cdc_batches() and cdc_transaction_counts().
#}
{% macro cdc_loss_findings(events, batches, transactions) %}
    {{ config(materialized="cdc_view") }}
    {% if not execute %}{{ return("select 1 from " ~ events ~ ", " ~ batches ~ ", " ~ transactions) }}{% endif %}
    {% set logs = spark_cdc._logs_of(spark_cdc._watched_tables(events)).values() | selectattr("reads_landing") | list %}
    {# A name that no project has, because the list may be empty. #}
    {% set none_of_them = [{"name": ""}] %}
    select * from ({{ spark_cdc._missing_offsets(logs | selectattr("stream.offsets", "equalto", "contiguous") | list or none_of_them, batches) }}) as offsets
    union all
    select * from ({{ spark_cdc._missing_changes(logs | selectattr("stream.transactions", "equalto", "whole") | list or none_of_them, transactions) }}) as transactions
    {% for log in logs if log.stream.heartbeat_every %}
    union all
    select * from ({{ spark_cdc._silences(log, batches) }}) as silences
    {% endfor %}
{% endmacro %}
