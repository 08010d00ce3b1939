{#
    Body of a routed model: the log of a stream with many tables. It has each landing row once, with its class, its
    table, its position and its raw value. The changes model of each table decodes the values.
    landing: the source(...) of the stream. metadata: if the stream's metadata messages land in a source of their own,
    the ref(...) of that source's routed model, which then runs first.
#}
{% macro cdc_routed(landing, metadata=none) %}
    {{ config(materialized="cdc_routed", partition_by=["cdc_class", "cdc_table"]) }}
    {% if not execute %}{{ return("select 1 from " ~ landing ~ (", " ~ metadata if metadata else "")) }}{% endif %}
    {% set stream = spark_cdc._stream(spark_cdc._node()) %}
    {{ spark_cdc._routed_rows(spark_cdc._whole_landing(spark_cdc._landing(stream, landing))) }}
{% endmacro %}
