{#
    Body of a control model: every DDL event of every stream, one row each, with the statement, its kind and the decoded ddlMeta of
    StreamX. A table's structure is its contract's: a statement that alters it is `pending` (somebody should check the contract),
    and so is a statement with an unknown verb. A statement that affects no columns is `ignored`. The kind
    is the statement's verb, with the object of CREATE, DROP and ALTER (except ALTER TABLE), or UNKNOWN if there is no
    word. A comment that begins with /*! is included, because MySQL runs it. cdc_warning is set if ddlMeta could not
    be read, or names another table than the statement; the statement's text is right then.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_ddl_ledger(events) %}
    {{ config(materialized="cdc_ddl_ledger") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {{ spark_cdc._ledger_rows({"events": spark_cdc._fresh_ddl(events, false)}) }}
{% endmacro %}
