{# Prints a line for each row of _quarantine_findings(), with the command that shows the quarantined rows; only the first 20. #}
{% macro _print_findings(rows) %}
    {% for row in rows[:20] %}
        {% set stale = row["cdc_reason"] == "stale" %}
        {% set table = row["cdc_log"] | replace("changes_", "", 1) %}
        {% set limit = ", of at most " ~ row["cdc_limit"] ~ " for " ~ row["cdc_limited"] | replace("changes_", "", 1) if row["cdc_limit"] is not none else "" %}
        {% set query = "select * from {{ ref('state_" ~ table ~ "') }} where cdc_stale is not null" if stale
            else "select * from {{ ref('cdc_quarantine') }} where cdc_log = '" ~ row["cdc_log"] ~ "' and cdc_reason = '" ~ row["cdc_reason"] ~ "'" %}
        {% do log("spark_cdc: " ~ (
            "table " ~ table ~ ": " ~ row["cdc_rows"] ~ " keys are stale, as a newer change of each is in quarantine"
            if stale else row["cdc_log"] ~ (", table " ~ row["cdc_source_table"] if row["cdc_source_table"]) ~ ": " ~ row["cdc_rows"] ~ " landing rows in quarantine, " ~ row["cdc_reason"] ~ limit
        ) ~ ". To see them: dbt show --limit -1 --inline \"" ~ query ~ "\"", info=true) %}
    {% endfor %}
    {% if rows | length > 20 %}{% do log("spark_cdc: and " ~ (rows | length - 20) ~ " more tables and reasons", info=true) %}{% endif %}
{% endmacro %}
