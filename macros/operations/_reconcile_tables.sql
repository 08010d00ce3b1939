{#
    The tables of cdc_reconcile, created in the target's schema if they do not exist: a dict with
    - ranges: one row per table and key range, from the newest comparison: counts and sums of hashes of both sides, how many rows are
      suspect or confirmed, the last applied batch and position of the state (cdc_batch, cdc_position), when the source was read, and
      through which of these the range is verified (cdc_verified_...);
    - findings: one row per table and key that differs (suspect, confirmed) or was confirmed and no longer differs
      (resolved). cdc_columns has both values, as text; cdc_position is the position of the state, NULL if it never had the
      key. Times are the source's. cdc_before: the state's position when the key did not differ yet.
#}
{% macro _reconcile_tables() %}
    {% set layouts = {
        "ranges": "cdc_table_model string, cdc_range string, cdc_source_rows bigint, cdc_rows bigint, cdc_source_hash decimal(38,0), cdc_hash decimal(38,0), "
            ~ "cdc_suspects bigint, cdc_confirmed bigint, cdc_batch bigint, cdc_position string, cdc_compared_at timestamp, "
            ~ "cdc_verified_batch bigint, cdc_verified_position string, cdc_verified_at timestamp",
        "findings": "cdc_table_model string, cdc_key string, cdc_range string, cdc_kind string, "
            ~ "cdc_columns array<struct<name: string, source: string, here: string>>, cdc_position string, cdc_stale string, cdc_version bigint, "
            ~ "cdc_status string, cdc_times_seen bigint, cdc_first_seen_at timestamp, cdc_since_at timestamp, cdc_last_seen_at timestamp, "
            ~ "cdc_confirmed_at timestamp, cdc_resolved_at timestamp, cdc_before struct<batch: bigint, position: string, at: timestamp>",
    } %}
    {% set tables = {} %}
    {% do run_query("create schema if not exists " ~ target.schema) %}
    {% for name, layout in layouts.items() %}
        {% do tables.update({name: target.schema ~ ".cdc_reconcile_" ~ name}) %}
        {% do run_query(
            "create table if not exists " ~ tables[name] ~ " (" ~ layout ~ ") " ~ spark_cdc._using() ~ " partitioned by (cdc_table_model)"
        ) %}
    {% endfor %}
    {{ return(tables) }}
{% endmacro %}
