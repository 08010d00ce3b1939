{#
    The images of a table's events, with the columns of docs/adding_a_format.md, Images. A primary key cannot change, so the
    before image is only used for deletes, and for tables that are declared without key. With images: full, a column that
    the after image lacks was deleted. With delta, it was not written; Lindorm then does not read a row before it writes
    it, so that an insert may be of an existing row, and counts as an update.
    cdc_types: 'hbase' for every column of a row of an HBase table, else the types in the schema.
    Source: Lindorm, "Data format", sample of a column deletion and Note on HBase tables.
#}
{% macro lindorm__images(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set gone = keys or all %}
    {% set delta = keys and stream.options.images == "delta" %}
    {% set no_key = "cast(null as struct<" ~ (spark_cdc._text_fields(keys) if keys else "none: string") ~ ">)" %}
    {# HBase's ROW is in capitals. A Spark struct cannot have two names that differ only by case. #}
    {% set rows = [] %}
    {% for column in all if column.source | lower == "row" %}{% do rows.append(column.source) %}{% endfor %}
    {% set detects = stream.options.tables == "auto" and rows in [[], ["ROW"]] %}
    {% set row = ", `ROW` string" if detects and not rows else "" %}
    {% set before_row = ", `ROW` string" if detects and "ROW" not in gone | map(attribute="source") else "" %}
    {% set fields = "payload struct<before struct<" ~ spark_cdc._text_fields(gone) ~ before_row ~ ">, after struct<"
        ~ spark_cdc._text_fields(all) ~ row ~ ">>,"
        ~ " `schema` struct<fields array<struct<field string, fields array<struct<field string, type string, name string, parameters map<string, string>>>>>>" %}
    with parsed as (
        select * from {{ spark_cdc._with_json(events, fields) }}
    ),

    imaged as (
        select
            * except (cdc_j),
            {% if keys %}case when cdc_operation = 'delete' then {% endif %}
            case when cdc_j.m.payload.before is not null then {{ spark_cdc._struct_of("cdc_j.m.payload.before", gone) }} end
            {{ "end" if keys }} as cdc_before,
            case when cdc_j.m.payload.after is not null then {{ spark_cdc._struct_of("cdc_j.m.payload.after", all) }} end as cdc_after,
            {% if detects %}
            case when coalesce(cdc_j.m.payload.after.`ROW`, cdc_j.m.payload.before.`ROW`) is not null then map(
                {% for c in all %}'{{ c.source }}', named_struct('type', 'hbase', 'scale', cast(null as int)){{ ", " if not loop.last }}{% endfor %}
            ) else {% endif %}
            {{ spark_cdc._resolved_apart(spark_cdc._let(
                "fields",
                "coalesce(get(filter(cdc_j.m.schema.fields, f -> f.field = 'after'), 0).fields, get(filter(cdc_j.m.schema.fields, f -> f.field = 'before'), 0).fields)",
                spark_cdc._connect_types("fields")
            )) }}
            {{ "end" if detects }} as cdc_types
        from parsed
    )

    select
        {% if delta %}
        * except (cdc_operation),
        if(cdc_operation = 'insert', 'update', cdc_operation) as cdc_operation,
        case when cdc_operation in ('insert', 'update') then {{ spark_cdc._present_names("cdc_after", all, "'$.payload.after'") }} end as cdc_present,
        {% else %}
        *,
        cast(null as array<string>) as cdc_present,
        {% endif %}
        0 as cdc_index,
        {{ no_key }} as cdc_message_key,
        {{ no_key }} as cdc_old_key,
        false as cdc_key_change,
        '$.payload.before' as cdc_before_path,
        '$.payload.after' as cdc_after_path
    from imaged
{% endmacro %}
