{#
    Body of a changes model, which is named changes_<table>: the typed log of one table's changes, to which runs only append. The layers
    below it do not depend on the format. upstream: source(...) of a stream with one table, or ref(...) of a routed model.
#}
{% macro cdc_changes(upstream) %}
    {{ config(materialized="cdc_changes", partition_by=["cdc_class"]) }}
    {% if not execute %}{{ return("select 1 from " ~ upstream) }}{% endif %}
    {% set stream = spark_cdc._stream(spark_cdc._node()) %}
    {% set routed = {"rows": upstream, "after": -1} %}
    {{ spark_cdc._changes_rows(routed if spark_cdc._reads_routed(stream) else spark_cdc._whole_landing(spark_cdc._landing(stream, upstream))) }}
{% endmacro %}
