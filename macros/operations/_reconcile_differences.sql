{#
    The rows that differ in these ranges: cdc_key (JSON), cdc_range (its name), cdc_kind (missing, surplus, changed), cdc_columns,
    cdc_position and cdc_stale of the state, and cdc_version, a number that differs for another row of the state.
#}
{% macro _reconcile_differences(parts, numbers) %}
    {% set names, keys, row, all = [], [], [], [] %}
    {% for column in parts.columns %}
        {% set c = "c" ~ loop.index0 %}
        {% do row.append(c) %}
        {% set name = spark_cdc._string_literal(column.name) %}
        {% do all.append("struct(" ~ name ~ " as name, s." ~ c ~ " as source, h." ~ c ~ " as here)") %}
        {% if column.key %}
            {% do keys.append(c) %}
            {% do names.append(name ~ ", coalesce(s." ~ c ~ ", h." ~ c ~ ")") %}
        {% endif %}
    {% endfor %}
    select
        to_json(named_struct({{ names | join(", ") }})) as cdc_key,
        element_at(array({% for number in range(parts.buckets if parts.ranged is none else parts.bounds | length + 1) %}{{ spark_cdc._string_literal(spark_cdc._reconcile_range_name(parts, number)) }}{{ ", " if not loop.last }}{% endfor %}), coalesce(s.cdc_range, h.cdc_range) + 1) as cdc_range,
        case when h.cdc_row is null then 'missing' when s.cdc_row is null then 'surplus' else 'changed' end as cdc_kind,
        filter(array({{ all | join(", ") }}), c -> not c.source <=> c.here) as cdc_columns,
        nullif(h.cdc_position, '') as cdc_position,
        h.cdc_stale,
        xxhash64(h.cdc_row is null{% for c in row %}, h.{{ c }} is null, h.{{ c }}{% endfor %}) as cdc_version
    from (
        select *, array({{ row | join(", ") }}) as cdc_row
        from ({{ spark_cdc._reconcile_rows(parts, "source", "cdc_reconcile_rows") }}) as side
        where cdc_range in ({{ numbers | join(", ") }})
    ) as s
    full outer join (
        select *, case when not cdc_deleted then array({{ row | join(", ") }}) end as cdc_row
        from ({{ spark_cdc._reconcile_rows(parts, "here") }}) as side
        where cdc_range in ({{ numbers | join(", ") }})
    ) as h
        on {% for c in keys %}s.{{ c }} = h.{{ c }}{{ " and " if not loop.last }}{% endfor %}

    where not s.cdc_row <=> h.cdc_row
{% endmacro %}
