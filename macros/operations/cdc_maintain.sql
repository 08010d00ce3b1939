{#
    Operation: compacts the project's logs, states and control tables, expires their old snapshots, and removes files that no
    snapshot has, with the procedures of the table format.
        dbt run-operation cdc_maintain --args '{dry_run: false}'
    tables: names of models; all. retention: how long snapshots stay; those that a later run compares with stay longer.
    orphans: the minimum age of a file that no snapshot has. landing: maintain the landing tables of the streams, too, which are
    not this project's. dry_run: print what was found and change nothing.
    Rows do not change, so that runs need nothing afterwards, even if the operation was killed.
#}
{% macro cdc_maintain(tables=none, retention="5 days", orphans="3 days", landing=false, dry_run=true) %}
    {% if not execute %}{{ return("") }}{% endif %}
    {% do spark_cdc._check_engine() %}
    {% for name, value in {"dry_run": dry_run, "landing": landing}.items() if value is not boolean %}{{ spark_cdc._error("argument_not_boolean", operation="cdc_maintain", argument=name, given=value) }}{% endfor %}
    {% if not modules.re.fullmatch("[0-9]+ (second|minute|hour|day|week)s?", retention | string) %}
        {{ spark_cdc._error("maintain_retention", given=retention) }}
    {% endif %}
    {# A file of a running statement is in no snapshot yet. Iceberg allows no less than a day. #}
    {% if not modules.re.fullmatch("[1-9][0-9]* (day|week)s?", orphans | string) %}{{ spark_cdc._error("maintain_orphans", given=orphans) }}{% endif %}
    {% if tables is string %}{{ spark_cdc._error("maintain_tables", given=tables) }}{% endif %}
    {% set known = spark_cdc._maintained_tables(landing) %}
    {% for name in tables or [] if name not in known %}{{ spark_cdc._error("maintain_table", given=name, allowed=known | list or "none, because no table has been built") }}{% endfor %}
    {% for name, table in known.items() if tables is none or name in tables %}
        {% set steps = spark_cdc._maintenance(table.relation, table.format, table.keep, "current_timestamp() - interval '" ~ retention ~ "'", "current_timestamp() - interval '" ~ orphans ~ "'") %}
        {% for step in steps %}
            {% if step.found %}{% do print("cdc_maintain: " ~ name ~ ": " ~ step.what ~ ": " ~ spark_cdc._maintenance_found(table.relation, table.format, step.found)) %}{% endif %}
            {% for sql in step.sql if not dry_run %}{% do run_query(sql) %}{% endfor %}
        {% endfor %}
        {% if not dry_run %}{% do spark_cdc._renew_note(table.relation) %}{% do print("cdc_maintain: " ~ name ~ ": now " ~ spark_cdc._maintenance_found(table.relation, table.format, steps[0].found)) %}{% endif %}
    {% endfor %}
    {% if dry_run %}{% do print("cdc_maintain: nothing has been changed. To maintain the tables: dry_run: false") %}{% endif %}
{% endmacro %}
