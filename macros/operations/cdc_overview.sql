{#
    dbt run-operation cdc_overview: prints the outcomes of all landing rows and of all changes, and the first rows of each
    current table. rows: how many rows of a table to show.
#}
{% macro cdc_overview(rows=5) %}
    {% if not execute %}{{ return("") }}{% endif %}
    {% do spark_cdc._check_engine() %}
    {% for node in graph.nodes.values() | sort(attribute="name") if ((node.config.meta or {}).get("cdc") or {}).get("key") is not none %}
        {% set total = spark_cdc._scalar("select count(*) from " ~ node.relation_name) %}
        {# As text, because Python has no year 0 and agate formats numbers in its own way. #}
        {% set columns = [] %}
        {% for column in node.columns.values() %}
            {% set value = "hex(`" ~ column.name ~ "`)" if column.data_type == "binary" else "cast(`" ~ column.name ~ "` as string)" %}
            {% do columns.append(value ~ " as `" ~ column.name ~ "`") %}
        {% endfor %}
        {{ spark_cdc._print_table(
            node.name ~ ": " ~ total ~ " rows. " ~ node.description,
            "select " ~ columns | join(", ") ~ " from " ~ node.relation_name ~ " limit " ~ rows
        ) }}
    {% endfor %}
    {{ spark_cdc._print_table("Outcomes of all landing rows", "select cdc_stream as stream, cdc_outcome as outcome, cdc_reason as reason, "
        ~ "cdc_rows as landing_rows from " ~ ref("cdc_accounting") ~ " order by 1, 2, 3") }}
    {{ spark_cdc._print_table("In quarantine", "select cdc_stream as stream, cdc_partition as partition, cdc_offset as offset, "
        ~ "cdc_reason as reason, cdc_detail as detail from " ~ ref("cdc_quarantine") ~ " order by 1, 2, 3 limit 20") }}
    {{ spark_cdc._print_table("Outcomes of all changes", "select cdc_table_model as table, cdc_outcome as outcome, cdc_changes as changes from "
        ~ ref("cdc_change_outcomes") ~ " order by 1, 2") }}
{% endmacro %}
