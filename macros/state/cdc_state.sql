{#
    Body of a state model (named state_<table>): one row per key ever seen, tombstones included, with the position that
    won. The body is the fold of all changes; the materialization folds only what is new.
    changes: ref(...) of the table's changes model.
#}
{% macro cdc_state(changes) %}
    {{ config(materialized="cdc_state") }}
    {% if not execute %}{{ return("select 1 from " ~ changes) }}{% endif %}
    {% set contract = spark_cdc._contract(spark_cdc._node().name | replace("state_", "", 1)) %}
    {% set range = spark_cdc._state_range(changes) %}
    {% if range.merge and range.upto <= range.after %}
        {{ return(spark_cdc._nothing_new() ~ " select * from " ~ this ~ " where false") }}
    {% endif %}
    /* cdc: range {{ tojson(range) }} */
    {% if contract.key %}
        {{ spark_cdc._fold(contract, changes, range) }}
    {% else %}
        {{ spark_cdc._bag(contract, changes) }}
    {% endif %}
{% endmacro %}
