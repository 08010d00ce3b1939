{#
    Body of a state model, which is named state_<table>: one row per key ever seen, tombstones included, with the position of the
    change that won. The body is the fold of all changes. The materialization folds only new changes.
    changes: ref(...) of the table's changes model.
#}
{% macro cdc_state(changes) %}
    {{ config(materialized="cdc_state") }}
    {% if not execute %}{{ return("select 1 from " ~ changes) }}{% endif %}
    {% set contract = spark_cdc._contract(spark_cdc._node().name | replace("state_", "", 1)) %}
    {{ spark_cdc._state_rows(contract, changes, {"merge": false, "truncates": true, "carries": false, "quarantined": true, "parts": true, "parts_ever": true}) }}
{% endmacro %}
