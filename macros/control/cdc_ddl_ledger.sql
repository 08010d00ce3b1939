{#
    Body of a control model: every DDL event of every stream, one row each, with the statement, its kind and what
    StreamX's ddlMeta says, decoded. A table's structure is its contract's: a statement that alters it is `pending`
    (somebody should see to the contract), and so is one whose verb is not known; what touches no columns is `ignored`. The kind
    is the statement's verb, with the object of CREATE, DROP and ALTER (but for ALTER TABLE), or UNKNOWN where there is no
    word. MySQL runs what is in a comment that begins with /*!, so that it is read. cdc_warning says where ddlMeta could not
    be read or names another table than the statement: the statement's text is right then.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_ddl_ledger(events) %}
    {{ config(materialized="cdc_ddl_ledger") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {{ spark_cdc._ledger_rows({"events": spark_cdc._fresh_ddl(events, false)}) }}
{% endmacro %}
