{#
    Counts and sums of hashes of each range: a list of dicts with number, name, and [rows, sum] for each of the sides source and here.
    The hashes are Spark's on both sides, because no two databases have the same. Both sides are read once, and no row is kept.
#}
{% macro _reconcile_counts(parts) %}
    {% set hash %}xxhash64({% for column in parts.columns %}c{{ loop.index0 }} is null, c{{ loop.index0 }}{{ ", " if not loop.last }}{% endfor %}){% endset %}
    {% set ranges = [] %}
    {% for number in range(parts.buckets if parts.ranged is none else parts.bounds | length + 1) %}
        {% do ranges.append({"number": number, "name": spark_cdc._reconcile_range_name(parts, number), "source": [0, "0"], "here": [0, "0"]}) %}
    {% endfor %}
    {% set found = run_query(
        "select cdc_side, cdc_range, count(*), string(sum(cdc_hash)) from ("
        ~ "select 'source' as cdc_side, cdc_range, cast(" ~ hash ~ " as decimal(38,0)) as cdc_hash from (" ~ spark_cdc._reconcile_rows(parts, "source", "cdc_reconcile_counted") ~ ") as s"
        ~ " union all select 'here' as cdc_side, cdc_range, cast(" ~ hash ~ " as decimal(38,0)) as cdc_hash from (" ~ spark_cdc._reconcile_rows(parts, "here") ~ ") as h where not cdc_deleted"
        ~ ") as sides group by cdc_side, cdc_range"
    ).rows %}
    {% for row in found %}{% do ranges[row[1] | int].update({row[0]: [row[2] | int, row[3]]}) %}{% endfor %}
    {{ return(ranges) }}
{% endmacro %}
