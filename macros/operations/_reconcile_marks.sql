{#
    Replaces the ranges of a table by those of this comparison, in one step. If no row of a range differs, it is verified through
    the state's present position; otherwise through the position that the state had before the first of those rows differed.
    parts: see _reconcile_parts. tables: see _reconcile_tables. counted: see _reconcile_counts. clock: see _reconcile_clock.
#}
{% macro _reconcile_marks(parts, tables, counted, clock) %}
    {% set model = spark_cdc._string_literal(parts.table) %}
    {% set rows = [] %}
    {% for range in counted %}
        {% do rows.append("(" ~ [spark_cdc._string_literal(range.name), range.source[0], range.here[0], range.source[1], range.here[1]] | join(", ") ~ ")") %}
    {% endfor %}
    {% set position = spark_cdc._string_literal(parts.position) %}
    {% set now = "timestamp_micros(" ~ clock ~ ")" %}
    {% set here = "named_struct('batch', cast(" ~ parts.batch ~ " as bigint), 'position', " ~ position ~ ", 'at', " ~ now ~ ")" %}
    {% set sql %}
    insert into {{ tables.ranges }} replace where cdc_table_model = {{ model }}
    with open as (
        select
            cdc_range,
            count_if(cdc_status = 'suspect') as cdc_suspects,
            count_if(cdc_status = 'confirmed') as cdc_confirmed,
            min_by(cdc_before, cdc_first_seen_at) as cdc_before
        from {{ tables.findings }}
        where cdc_table_model = {{ model }} and cdc_status <> 'resolved'
        group by cdc_range
    ),

    counted as (
        select counted.*, coalesce(open.cdc_suspects, 0) as cdc_suspects, coalesce(open.cdc_confirmed, 0) as cdc_confirmed, if(open.cdc_range is null, {{ here }}, open.cdc_before) as cdc_verified
        from (values {{ rows | join(", ") }}) as counted (cdc_range, cdc_source_rows, cdc_rows, cdc_source_hash, cdc_hash)
        left join open on counted.cdc_range = open.cdc_range
    )

    select
        {{ model }} as cdc_table_model, cdc_range, cast(cdc_source_rows as bigint) as cdc_source_rows, cast(cdc_rows as bigint) as cdc_rows,
        cast(cdc_source_hash as decimal(38,0)) as cdc_source_hash, cast(cdc_hash as decimal(38,0)) as cdc_hash, cdc_suspects, cdc_confirmed,
        cast({{ parts.batch }} as bigint) as cdc_batch, {{ position }} as cdc_position, {{ now }} as cdc_compared_at,
        cdc_verified.batch as cdc_verified_batch, cdc_verified.position as cdc_verified_position, cdc_verified.at as cdc_verified_at
    from counted
    {% endset %}
    {% do run_query(sql) %}
{% endmacro %}
