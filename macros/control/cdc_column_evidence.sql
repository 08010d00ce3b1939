{#
    Body of a control model: what the messages of routed streams say of their columns' types, added up: one row per
    stream, table, column and kind of evidence (columns: debezium__types), with the number of messages and the first and
    last of them. Each run reads the batches that came since; a log that was made anew is read again. Columns that no
    contract declares are here too. Streams without a routed model are not: their logs keep no messages.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_column_evidence(events) %}
    {{ config(materialized="cdc_column_evidence") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {{ spark_cdc._evidence_rows(spark_cdc._evidence_parts(events)) }}
{% endmacro %}
