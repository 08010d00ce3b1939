{#
    Body of a control model: every DDL event of every stream, one row each, with the statement, its kind and what
    StreamX's ddlMeta says, decoded. A table's structure is its contract's: a statement that alters it is `pending`
    (somebody should see to the contract); what touches no columns is `ignored`. cdc_warning says where ddlMeta could not
    be read or names another table than the statement: the statement's text is right then.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_ddl_ledger(events) %}
    {{ config(materialized="cdc_log") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {% set incremental = spark_cdc._is_incremental() %}
    {% set words = spark_cdc._words %}
    {% if incremental %}
        {% set fresh = spark_cdc._scalar("select 1 from (" ~ spark_cdc._fresh_ddl(events, incremental) ~ ") limit 1") %}
        {% if fresh is none %}{{ return(spark_cdc._nothing_new() ~ " select * from " ~ this ~ " where false") }}{% endif %}
    {% endif %}
    {{ spark_cdc._appends() if incremental }}
    with fresh as (
        {{ spark_cdc._fresh_ddl(events, incremental) }}
    ),

    decoded as (
        select
            *,
            cdc_ddl_meta(cdc_ddl_meta) as cdc_decoded,
            {{ spark_cdc._without_comments_ahead("cdc_ddl") }} as cdc_statement,
            upper(regexp_extract(cdc_statement, '(?i)^(create|alter|drop|rename|truncate|add|modify|change|comment|grant)', 1)) as cdc_verb,
            upper(regexp_extract(cdc_statement, '(?i)^(?:create|drop)\\s+(?:unique\\s+|or\\s+replace\\s+|temporary\\s+)*([a-z]+)', 1)) as cdc_object
        from fresh
    )

    select
        * except (cdc_ddl_meta, cdc_decoded, cdc_statement, cdc_verb, cdc_object),
        trim(concat_ws(' ', nullif(cdc_verb, ''), nullif(cdc_object, ''))) as cdc_kind,
        case
            when cdc_object in ('INDEX', 'DATABASE', 'SCHEMA', 'USER', 'VIEW', 'PROCEDURE', 'FUNCTION', 'TRIGGER', 'SEQUENCE')
                or cdc_verb in ('GRANT', 'COMMENT') then 'ignored'
            else 'pending'
        end as cdc_status,
        cdc_decoded.value as cdc_meta,
        case
            when cdc_ddl_meta is null then null
            when cdc_decoded.reason is not null then concat('ddlMeta could not be read: ', cdc_decoded.reason)
            when cdc_ddl is not null and not contains({{ words("cdc_ddl") }}, {{ words("cdc_decoded.value.table_name") }})
                then concat('ddlMeta names the table ', cdc_decoded.value.table_name, ', the statement does not')
            when cdc_ddl is null and {{ words("cdc_table") }} <> {{ words("cdc_decoded.value.table_name") }}
                then concat('ddlMeta names the table ', cdc_decoded.value.table_name, ', the message ', cdc_table)
        end as cdc_warning
    from decoded
{% endmacro %}
