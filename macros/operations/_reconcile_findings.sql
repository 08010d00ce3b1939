{#
    Replaces the findings of a table by those of this comparison, in one step; the source is read once. A difference that an
    earlier comparison found, with the same position and row of the state, is confirmed if the state has since applied every
    change up to `grace` seconds after that comparison (reached, in microseconds, or none). A confirmed row that no longer differs
    is resolved; a suspect that no longer differs was only late and is dropped. The times of this comparison stay NULL until it has
    read everything (_reconcile_times).
    parts: see _reconcile_parts. tables: see _reconcile_tables. different: the numbers of the ranges that differ.
#}
{% macro _reconcile_findings(parts, tables, different, reached, grace) %}
    {% set model = spark_cdc._string_literal(parts.table) %}
    {% set mine = tables.findings ~ " where cdc_table_model = " ~ model %}
    {% if not different and not spark_cdc._scalar("select count(*) from " ~ mine ~ " and cdc_status <> 'resolved'") | int %}{{ return("") }}{% endif %}
    {% set last = run_query(
        "select cdc_batch, cdc_position, unix_micros(max(cdc_compared_at)) from " ~ tables.ranges ~ " where cdc_table_model = " ~ model ~ " group by cdc_batch, cdc_position"
    ).rows %}
    {% set sql %}
    insert into {{ tables.findings }} replace where cdc_table_model = {{ model }}
    with differences as (
        {{ spark_cdc._reconcile_differences(parts, different) if different else "select * from " ~ mine ~ " and false" }}
    ),

    earlier as (
        select * from {{ mine }} and cdc_status <> 'resolved'
    ),

    joined as (
        select
            coalesce(now.cdc_key, earlier.cdc_key) as cdc_key,
            {% for name in ["cdc_range", "cdc_kind", "cdc_columns", "cdc_position", "cdc_stale", "cdc_version"] %}
            if(now.cdc_key is null, earlier.{{ name }}, now.{{ name }}) as {{ name }},
            {% endfor %}
            case
                when now.cdc_key is null then 'resolved'
                when not coalesce(now.cdc_position <=> earlier.cdc_position and now.cdc_version = earlier.cdc_version and earlier.cdc_since_at is not null, false) then 'new'
                when earlier.cdc_status = 'confirmed' then 'confirmed'
                {% if reached is not none %}
                when unix_micros(earlier.cdc_since_at) + {{ (grace * 1000000) | int }} < {{ reached }} then 'confirmed'
                {% endif %}
                else 'suspect'
            end as cdc_status,
            coalesce(earlier.cdc_times_seen, 0) + if(now.cdc_key is null, 0, 1) as cdc_times_seen,
            earlier.cdc_first_seen_at,
            earlier.cdc_since_at,
            earlier.cdc_last_seen_at,
            earlier.cdc_confirmed_at,
            {# If the key did not differ in the previous comparison. #}
            if(earlier.cdc_key is not null, earlier.cdc_before, {{ "named_struct('batch', cast(" ~ last[0][0] ~ " as bigint), 'position', " ~ spark_cdc._string_literal(last[0][1]) ~ ", 'at', timestamp_micros(" ~ last[0][2] ~ "))" if last else "null" }}) as cdc_before
        from differences as now
        full outer join earlier on now.cdc_key = earlier.cdc_key
    )

    select
        {{ model }} as cdc_table_model, cdc_key, cdc_range, cdc_kind, cdc_columns, cdc_position, cdc_stale, cdc_version,
        if(cdc_status = 'new', 'suspect', cdc_status) as cdc_status, cdc_times_seen, cdc_first_seen_at,
        if(cdc_status = 'new', null, cdc_since_at) as cdc_since_at,
        if(cdc_status = 'resolved', cdc_last_seen_at, null) as cdc_last_seen_at,
        cdc_confirmed_at, cast(null as timestamp) as cdc_resolved_at, cdc_before
    from joined
    where cdc_status <> 'resolved' or cdc_confirmed_at is not null
    union all
    select * from {{ mine }} and cdc_status = 'resolved'
    {% endset %}
    {% do run_query(sql) %}
{% endmacro %}
