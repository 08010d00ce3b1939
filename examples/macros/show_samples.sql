{# Operation: one screen about the samples: what landed, its outcome, one table before and after, and where to look next. #}
{% macro show_samples() %}
    {% set tables = graph.nodes.values() | selectattr("resource_type", "equalto", "model") | selectattr("config.materialized", "equalto", "cdc_state") | list %}
    {% set outcomes %}
        select
            cdc_stream as `landing table`,
            sum(cdc_rows) as messages,
            sum(if(cdc_outcome in ('change', 'truncate'), cdc_rows, 0)) as changes,
            sum(if(cdc_outcome in ('change', 'truncate', 'quarantined'), 0, cdc_rows)) as `non-row events`,
            sum(if(cdc_outcome = 'quarantined', cdc_rows, 0)) as quarantined
        from {{ ref("cdc_accounting") }}
        group by cdc_stream
        order by cdc_stream
    {% endset %}
    {{ print("\nWhat landed, and its outcome") }}
    {% do run_query(outcomes).print_table(max_rows=none) %}
    {{ print("\nMessages of two customers, as they landed") }}
    {% set messages %}
        select
            cast(`offset` as string) as `offset`,
            get_json_object(value, '$.op') as op,
            coalesce(get_json_object(value, '$.before'), get_json_object(value, '$.after'), 'a tombstone') as `the row, as sent`
        from {{ source("landing", "debezium") }}
        where topic = 'shop.app.customers' and key in ('{"id":14}', '{"id":16}')
        order by cast(`offset` as int)
    {% endset %}
    {% do run_query(messages).print_table(max_rows=none, max_column_width=112) %}
    {% set columns = "cast(id as string) as id, name, email, city, cast(balance as string) as balance, cast(updated_at as string) as updated_at" %}
    {{ print("\nBefore: their rows in the table shop_customers after the first message of each") }}
    {# The log is private, so that nothing outside of its group may ref it. #}
    {% set log = graph.nodes["model." ~ project_name ~ ".changes_shop_customers"].relation_name %}
    {% set before %}
        select {{ columns }}
        from {{ log }} as changes
        where (id, cdc_position) in (select id, min(cdc_position) from {{ log }} where id in (14, 16) group by id)
        order by changes.id
    {% endset %}
    {% do run_query(before).print_table(max_columns=none, max_column_width=32) %}
    {{ print("\nAfter: the same rows after all messages") }}
    {% do run_query("select " ~ columns ~ " from " ~ ref("shop_customers") ~ " where id in (14, 16) order by shop_customers.id").print_table(max_columns=none, max_column_width=32) %}
    {{ print("\n" ~ tables | length ~ " tables are up to date, and every message has an outcome. In examples/, after `source ../.spark_cdc/venv/bin/activate`:
    dbt show --select cdc_quarantine --limit -1     messages that could not be used, and why
    dbt run-operation cdc_overview                  every table and every outcome
    dbt build                                       again: without new messages, nothing is written
docs/tutorial.md begins with an empty folder; README.md has the steps for your own tables.") }}
{% endmacro %}
