{# The rows of the ledger for a batch of DDL events: see _ledger_batch and cdc_ddl_ledger. #}
{% macro _ledger_rows(batch) %}
    {% set words = spark_cdc._words %}
    {% set objects_without_columns = [
        "INDEX", "DATABASE", "SCHEMA", "USER", "ROLE", "LOGIN", "VIEW", "PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "SEQUENCE",
        "SYNONYM", "PACKAGE", "RULE", "POLICY", "EXTENSION", "TABLESPACE", "LOGFILE", "SERVER", "STATISTICS", "PUBLICATION",
        "SUBSCRIPTION",
    ] %}
    {% set verbs_without_columns = [
        "GRANT", "REVOKE", "DENY", "COMMENT", "SET", "RESET", "USE", "FLUSH", "PURGE", "ANALYZE", "OPTIMIZE", "REPAIR", "CHECK",
        "CHECKSUM", "CHECKPOINT", "REINDEX", "VACUUM", "CLUSTER", "REFRESH", "EXPLAIN", "DESCRIBE", "SHOW", "SELECT", "WITH",
        "INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE", "LOAD", "COPY", "BEGIN", "START", "COMMIT", "END", "ROLLBACK",
        "SAVEPOINT", "RELEASE", "XA", "LOCK", "UNLOCK", "KILL", "LISTEN", "NOTIFY", "DISCARD",
    ] %}
    {# Words between the verb and the object. Each is a match of its own (\G), because a repeated group uses Java's stack. #}
    {% set between = [
        "unique", "fulltext", "spatial", "bitmap", "clustered", "nonclustered", "global", "local", "temporary", "temp", "unlogged",
        "external", "public", "materialized", "recursive", "force", "editionable", "noneditionable", "aggregate",
        "or\\s+replace", "definer\\s*=\\s*\\S+", "algorithm\\s*=\\s*\\w+", "sql\\s+security\\s+\\w+",
    ] %}
    with fresh as (
        {{ batch.events }}
    ),

    decoded as (
        select
            *,
            cdc_ddl_meta(cdc_ddl_meta) as cdc_decoded,
            {{ spark_cdc._without_comments_ahead("regexp_replace(cdc_ddl, '/[*]M?![0-9]*', ' ')") }} as cdc_statement,
            upper(left(regexp_extract(cdc_statement, r'(?U)[\p{L}_]\w*', 0), 100)) as cdc_verb,
            case when cdc_verb in ('CREATE', 'DROP', 'ALTER') then upper(regexp_extract(
                regexp_replace(regexp_replace(cdc_statement, r'^\W*\w+\s*', ''), r'(?i)\G(?:{{ between | join("|") }})\s+', ''), r'^[A-Za-z]+', 0
            )) end as cdc_object
        from fresh
    )

    select
        * except (cdc_ddl_meta, cdc_decoded, cdc_statement, cdc_verb, cdc_object),
        concat_ws(
            ' ', coalesce(nullif(cdc_verb, ''), 'UNKNOWN'),
            if(cdc_verb = 'ALTER' and cdc_object = 'TABLE', null, nullif(cdc_object, ''))
        ) as cdc_kind,
        case
            when cdc_object in ('{{ objects_without_columns | join("', '") }}') or cdc_verb in ('{{ verbs_without_columns | join("', '") }}')
                then 'ignored'
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
