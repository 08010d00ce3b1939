{#
    Statistics of the values of the observed columns, as {JSON of [database, schema, table, column]: statistics}; empty
    if the format does not declare where they are (`images` of _proposals).
    This reads the messages a second time. Numbers are read as their digits; a text of more than 64 characters counts
    only as JSON or not. landed: see _scaffold_observed.
    A decimal is the shortest two's complement in base64: its first nine bits are not all equal.
#}
{% macro _scaffold_values(stream, landed, proposals) %}
    {% if not proposals.images %}{{ return({}) }}{% endif %}
    {% set sentinels = [] %}
    {% for value in proposals.sentinels or {} %}{% do sentinels.append(spark_cdc._string_literal(value)) %}{% endfor %}
    {% set sql %}
    with events as (
        {{ spark_cdc._scaffold_events(stream, landed) }}
    ),

    images as (
        select cdc_database, cdc_schema, cdc_table, explode({{ proposals.images }}) as image
        from events
        where cdc_class = 'change'
    ),

    cells as (
        select cdc_database, cdc_schema, cdc_table, explode(from_json(image, 'map<string, string>')) as (name, value)
        from images
    ),

    shortened as (
        select *, case when length(value) <= 64 then value end as s
        from cells
    ),

    looked_at as (
        select
            *,
            {{ "coalesce(s in (" ~ sentinels | join(", ") ~ "), false)" if sentinels else "false" }} as is_sentinel,
            case when s rlike '^-?(0|[1-9][0-9]{0,18})$' then try_cast(s as bigint) end as number,
            case when s rlike '^([A-Za-z0-9+/]{4}){0,5}([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$' then hex(try_to_binary(s, 'base64')) end as bytes,
            case when value rlike '^\\s*\\[' and json_array_length(value) is not null then schema_of_variant(try_parse_json(value)) end as array
        from shortened
    )

    select
        cdc_database, cdc_schema, cdc_table, name,
        to_json(named_struct(
            'values', count(value),
            'numbers', count_if(number is not null and not is_sentinel),
            'least', min(number) filter (where not is_sentinel),
            'greatest', max(number) filter (where not is_sentinel),
            'nanos', count_if(pmod(number, 1000) <> 0),
            'decimals', count_if(length(bytes) <= 32 and not bytes rlike '^(00[0-7].|FF[89A-F].)'),
            'padded', count_if(bytes is not null and s like '%='),
            'objects', count_if(value rlike '^\\s*[{]' and json_object_keys(value) is not null),
            'arrays', count_if(array is not null),
            'integer_arrays', count_if(array in ('ARRAY<BIGINT>', 'ARRAY<VOID>')),
            'text_arrays', count_if(array in ('ARRAY<STRING>', 'ARRAY<VOID>')),
            'sentinels', count_if(is_sentinel),
            'sentinel', min(s) filter (where is_sentinel),
            'infinite', count_if(s rlike '^[+-]?[Ii]nfinity$'),
            'not_numbers', count_if(s = 'NaN'),
            'zero_dates', count_if(s like '0000-00-00%'),
            'dates', count_if(s rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}'),
            'fractions', count_if(s rlike '^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$')
        ), map('ignoreNullFields', 'false'))
    from looked_at
    group by cdc_database, cdc_schema, cdc_table, name
    {% endset %}
    {% set found = {} %}
    {% for row in run_query(sql).rows %}{% do found.update({tojson([row[0], row[1], row[2], row[3]]): fromjson(row[4])}) %}{% endfor %}
    {{ return(found) }}
{% endmacro %}
