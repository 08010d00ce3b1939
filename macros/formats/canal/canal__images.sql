{#
    The images of a table's events, with the columns of debezium__images: one row for each row of the message. data[i] and
    old[i] belong together. A column that is absent from old[i] is the same in data[i], and old[i] may also hold columns that did
    not change. So the other image is data[i] merged with old[i]. A deleted row is in data, or in old where data is missing.
    In the legacy dialect, old and data of an update are swapped. A column that neither has is absent, because the row image of
    the binlog was not full or Canal filters it. See docs/formats/canal.md.
#}
{% macro canal__images(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set gone = keys or all %}
    {% set legacy = stream.options.dialect == "dts_legacy" %}
    {% set no_key = "cast(null as struct<" ~ (spark_cdc._text_fields(keys) if keys else "none: string") ~ ">)" %}
    {% set type_fields, types = [], [] %}
    {% for c in all if spark_cdc._canal_needs_type(c) %}
        {% do type_fields.append("`" ~ c.source ~ "` string") %}
        {% do types.append(spark_cdc._string_literal(c.source) ~ ", named_struct('type', cdc_j.m.mysqlType.`" ~ c.source ~ "`, 'scale', cast(null as int))") %}
    {% endfor %}
    {% set fields = "data array<struct<" ~ spark_cdc._canal_fields(all) ~ ">>, old array<struct<"
        ~ spark_cdc._canal_fields(all if legacy else gone) ~ ">>" %}
    {% if type_fields %}{% set fields = fields ~ ", mysqlType struct<" ~ type_fields | join(", ") ~ ">" %}{% endif %}
    {% set names = "from_json(cdc_value, 'data array<map<string, string>>, old array<map<string, string>>')" %}
    {% set incomplete = [] %}
    {% for c in all %}
        {% do incomplete.append("r.`" ~ c.source ~ "` is null") %}
        {# A JSON null in a variant is no NULL of SQL. #}
        {% if c.data_type.startswith("decimal") %}{% do incomplete.append("is_variant_null(r.`" ~ c.source ~ "`)") %}{% endif %}
    {% endfor %}
    with parsed as (
        select * from {{ spark_cdc._with_json(events, fields, "case when cdc_class = 'change' then cdc_value end") }}
    ),

    sides as (
        select
            *,
            {# Only an array of objects is an image, and only if a text can represent each of its values. #}
            coalesce(cdc_j.bad is not null, false) as cdc_no_image,
            case when cdc_j.bad is null then cdc_j.m.data end as cdc_data,
            case
                when cdc_j.bad is null and (cdc_operation = 'update' or cdc_operation = 'delete' and coalesce(array_size(cdc_j.m.data), 0) = 0)
                    then cdc_j.m.old
            end as cdc_old,
            {# Only an update with a NULL, or of a table without key, is parsed a second time. #}
            case
                when cdc_operation = 'update' {% if keys %}and exists({{ "cdc_j.m.old" if legacy else "cdc_j.m.data" }}, r -> {{ incomplete | join(" or ") }}){% endif %}
                    then {{ names }}
            end as cdc_n
        from parsed
    ),

    zipped as (
        select
            * except (cdc_data, cdc_old, cdc_n, cdc_j),
            {{ "map(" ~ types | join(", ") ~ ")" if types else "cast(null as map<string, struct<type: string, scale: int>>)" }} as cdc_types,
            coalesce(cdc_data, array()) as cdc_data,
            coalesce(cdc_old, array()) as cdc_old,
            coalesce(transform(cdc_n.data, r -> map_keys(r)), array()) as cdc_data_names,
            coalesce(transform(cdc_n.old, r -> map_keys(r)), array()) as cdc_old_names
        from sides
    ),

    {# The whole message in each of its rows would grow quadratically, so only the first rows have it, 256 MiB in all. #}
    {% set most = "greatest(1, 268435456 div greatest(1, octet_length(cdc_value)))" %}
    {% set values = "array_repeat(struct(cdc_value, cdc_landed, cdc_has_long_number), cast(least(greatest(1, array_size(cdc_data), array_size(cdc_old)), " ~ most ~ ") as int))" %}
    exploded as (
        select
            * except (cdc_data, cdc_old, cdc_data_names, cdc_old_names, cdc_value, cdc_landed, cdc_has_long_number),
            posexplode_outer(arrays_zip(cdc_data, cdc_old, cdc_data_names, cdc_old_names, {{ values }})) as (cdc_at, cdc_pair)
        from zipped
    ),

    read as (
        select
            *,
            {{ spark_cdc._canal_image(stream, all, "cdc_pair.cdc_data") }} as cdc_d,
            {{ spark_cdc._canal_image(stream, all if legacy else gone, "cdc_pair.cdc_old") }} as cdc_o
        from exploded
    ),

    sided as (
        select
            *,
            case
                when cdc_operation <> 'delete' {{ "and (cdc_operation <> 'update' or cdc_o is not null)" if legacy }}
                    then {{ spark_cdc._canal_merged(all, legacy) }}
            end as cdc_after,
            case
                when cdc_operation = 'update' and cdc_d is not null and cdc_o is not null then {{ spark_cdc._canal_merged(gone, not legacy) }}
                when cdc_operation = 'delete' and cdc_d is not null then {{ spark_cdc._struct_of("cdc_d", gone) }}
                when cdc_operation = 'delete' and cdc_o is not null then {{ spark_cdc._struct_of("cdc_o", gone) }}
            end as cdc_before
        from read
    )

    select
        * except (cdc_at, cdc_pair, cdc_d, cdc_o, cdc_no_image, cdc_detail),
        cdc_pair.`4`.cdc_value,
        cdc_pair.`4`.cdc_landed,
        coalesce(cdc_pair.`4`.cdc_has_long_number, false) as cdc_has_long_number,
        if(cdc_no_image, 'data, old or mysqlType is not what Canal writes: arrays of rows, and an object of texts', cdc_detail) as cdc_detail,
        coalesce(cdc_at, 0) as cdc_index,
        {{ no_key }} as cdc_message_key,
        {{ no_key }} as cdc_old_key,
        false as cdc_key_change,
        {{ "array_union(cdc_pair.cdc_data_names, cdc_pair.cdc_old_names)" if legacy else "cdc_pair.cdc_data_names" }} as cdc_present,
        concat('$.data.', coalesce(cdc_at, 0)) as cdc_before_path,
        concat('$.data.', coalesce(cdc_at, 0)) as cdc_after_path
    from sided
{% endmacro %}
