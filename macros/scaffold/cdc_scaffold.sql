{#
    Operation: writes models, contracts and tests for the tables of a landing source, from its messages.
    Existing files are only overwritten if `overwrite` is true. A table that a model already declares is not changed,
    so that the operation can be run again when new tables appear.
        dbt run-operation cdc_scaffold --args '{source: landing.shop}'
    source: <source name>.<table name>. declare: writes the source, too, if the project does not declare it; a dict of
    schema, identifier (default: the table name) and the settings in config.meta.cdc. tables: only these (schema.table). prefix: of
    the models' names. folder: below the first model path; default the source table's name. last: only messages that landed in this
    time before the newest, such as '7 days'. limit: at most so many messages, in any order. values: look at the
    values, too, for proposals of encodings and warnings of infinities. control: also the model
    cdc_events, which the control models read. dry_run: print the files instead of writing them.
#}
{% macro cdc_scaffold(source, declare=none, tables=none, prefix="", folder=none, last=none, limit=none, values=true, control=true, overwrite=false, dry_run=false) %}
    {% if not execute %}{{ return("") }}{% endif %}
    {% do spark_cdc._check_engine() %}
    {% if not dry_run %}{% do spark_cdc._check_package("cdc_scaffold") %}{% endif %}
    {% set node = spark_cdc._scaffold_source(source, declare) %}
    {% set folder = folder or node.name %}
    {% set notes = [] %}
    {% set found = spark_cdc._scaffold_observed(node, last, limit, values, notes) %}
    {% set plan = spark_cdc._scaffold_plan(node, found, tables, prefix, folder, overwrite) %}
    {% set group = spark_cdc._scaffold_group(control) %}
    {% set files = spark_cdc._scaffold_files(node, plan, folder, group.private) %}
    {% if control %}{% do files.update(spark_cdc._scaffold_control(plan)) %}{% do files.update(group.files) %}{% endif %}
    {% if plan.tables %}{% do plan.notes.extend(group.notes) %}{% endif %}
    {% if dry_run %}
        {% for path, text in files.items() %}{{ print("--- " ~ path ~ "\n" ~ text) }}{% endfor %}
    {% else %}
        {% for path, action in modules.spark_cdc.write_files(files, overwrite).items() %}{{ print(action ~ " " ~ path) }}{% endfor %}
    {% endif %}
    {{ print(plan.tables | length ~ " of " ~ found | length ~ " observed tables: " ~ plan.tables | map(attribute="name") | join(", ")) }}
    {% for note in notes + plan.notes %}{{ print("Note: " ~ note) }}{% endfor %}
    {{ return(files) }}
{% endmacro %}
