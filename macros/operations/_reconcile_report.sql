{#
    Prints the outcome of a comparison and the first confirmed findings; returns the number of confirmed findings.
    parts: see _reconcile_parts. tables: see _reconcile_tables. counted: see _reconcile_counts. reached, grace: see _reconcile_findings.
#}
{% macro _reconcile_report(parts, tables, counted, reached, grace) %}
    {% set model = spark_cdc._string_literal(parts.table) %}
    {% set total = {"source": 0, "here": 0, "equal": 0} %}
    {% for range in counted %}
        {% do total.update({"source": total.source + range.source[0], "here": total.here + range.here[0], "equal": total.equal + (1 if range.source == range.here else 0)}) %}
    {% endfor %}
    {% set found = fromjson(spark_cdc._scalar(
        "select to_json(named_struct('suspect', count_if(cdc_status = 'suspect'), 'confirmed', count_if(cdc_status = 'confirmed'), "
        ~ "'since', date_format(min(cdc_since_at) filter (where cdc_status = 'suspect'), 'yyyy-MM-dd HH:mm:ss'), "
        ~ "'reached', date_format(timestamp_micros(" ~ (reached if reached is not none else "null") ~ "), 'yyyy-MM-dd HH:mm:ss'))) from " ~ tables.findings ~ " where cdc_table_model = " ~ model
    )) %}
    {% do print(
        "cdc_reconcile: " ~ parts.table ~ " and " ~ parts.source ~ " of the source: " ~ total.source ~ " rows in the source, " ~ total.here ~ " here; "
        ~ total.equal ~ " of " ~ counted | length ~ " key ranges are equal. Confirmed findings: " ~ found.confirmed ~ ". Suspects: " ~ found.suspect ~ "."
    ) %}
    {% if found.suspect %}
        {% do print(
            "Suspects may only be late. Compare again after the next run: those that still differ are confirmed once the state has applied a change that the source made more than "
            ~ grace ~ " seconds (grace) after it was first read with the difference (the oldest: " ~ found.since ~ "; newest change applied since: " ~ (found.reached or "none") ~ ")."
        ) %}
    {% endif %}
    {% if found.confirmed %}
        {% set rows = run_query(
            "select to_json(struct(cdc_key, cdc_kind, cdc_columns, cdc_position, cdc_stale), map('ignoreNullFields', 'false')) from " ~ tables.findings
            ~ " where cdc_table_model = " ~ model ~ " and cdc_status = 'confirmed' order by cdc_key limit 10"
        ).rows %}
        {% for row in rows %}
            {% set finding = fromjson(row[0]) %}
            {% set values = [] %}
            {% for column in finding.cdc_columns %}
                {% do values.append(column.name ~ ": " ~ tojson(column.source) | truncate(60) ~ " in the source, " ~ tojson(column.here) | truncate(60) ~ " here") %}
            {% endfor %}
            {% do print(
                "  " ~ finding.cdc_kind ~ " " ~ finding.cdc_key ~ " at position " ~ (finding.cdc_position or "none")
                ~ (" (a newer change is in quarantine)" if finding.cdc_stale else "") ~ (": " ~ values | join("; ") if finding.cdc_kind == "changed" else "")
            ) %}
        {% endfor %}
        {% if found.confirmed > 10 %}{% do print("  and " ~ (found.confirmed - 10) ~ " more") %}{% endif %}
        {% do print(
            "To see all: dbt show --limit -1 --inline \"select cdc_key, cdc_kind, inline(cdc_columns), cdc_position from {{ target.schema }}.cdc_reconcile_findings where cdc_table_model = '"
            ~ parts.table ~ "' and cdc_status = 'confirmed'\""
        ) %}
    {% endif %}
    {{ return(found.confirmed) }}
{% endmacro %}
