{#
    Body of a control model: the types that messages of routed streams declare for their columns, added up: one row per
    stream, table, column and kind of evidence (columns: debezium__types), with the number of messages and the first and
    last of them. Each run reads the new batches; a rebuilt log is read from its first row. Columns that no
    contract declares are included. Streams without a routed model are not, because their logs keep no messages.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_column_evidence(events) %}
    {{ config(materialized="cdc_column_evidence") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {{ spark_cdc._evidence_rows(spark_cdc._evidence_parts(events)) }}
{% endmacro %}
