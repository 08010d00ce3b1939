{#
    The counts of the rows to land: {rows, problems, topics, files, again: rows whose topic, partition and offset the table has
    already, twice: further rows of the same coordinates among them, other: coordinates whose key or value differs from the
    landed one}. table: none if it does not exist yet or has no such columns.
#}
{% macro _land_counts(rows, table) %}
    {% set content = "xxhash64(key is null, key, value is null, value)" %}
    {% set sql %}
    with landing as (
        {{ rows }}
    ),

    grouped as (
        select
            topic, `partition`, `offset`,
            count(*) as cdc_rows,
            count(cdc_problem) as cdc_problems,
            min({{ content }}) as cdc_least,
            max({{ content }}) as cdc_greatest
        from landing
        group by topic, `partition`, `offset`
    ),

    known as (
        {% if table %}
        select topic, `partition`, `offset`, min({{ content }}) as cdc_least, max({{ content }}) as cdc_greatest
        from {{ table }}
        group by topic, `partition`, `offset`
        {% else %}
        select topic, `partition`, `offset`, cdc_least, cdc_greatest from grouped where false
        {% endif %}
    )

    select to_json(named_struct(
        'rows', coalesce(sum(g.cdc_rows), 0),
        'problems', coalesce(sum(g.cdc_problems), 0),
        'again', coalesce(sum(g.cdc_rows) filter (where k.cdc_least is not null), 0),
        'twice', coalesce(sum(g.cdc_rows - 1) filter (where k.cdc_least is null), 0),
        'other', count_if(g.cdc_problems = 0 and (g.cdc_least <> g.cdc_greatest or g.cdc_least <> k.cdc_least or g.cdc_greatest <> k.cdc_greatest)),
        'example', max(struct(g.topic, g.`partition`, g.`offset`)) filter (
            where g.cdc_problems = 0 and (g.cdc_least <> g.cdc_greatest or g.cdc_least <> k.cdc_least or g.cdc_greatest <> k.cdc_greatest)
        )
    ))
    from grouped as g
    left join known as k on g.topic = k.topic and g.`partition` = k.`partition` and g.`offset` = k.`offset`
    {% endset %}
    {{ return(fromjson(run_query(sql).rows[0][0])) }}
{% endmacro %}
