{#
    The files of the control models, as {path below the model path: text}. The two that list models begin with a mark by
    which write_files() knows that the operation keeps them: they are written anew with each new table. A project that
    has its own cdc_events model elsewhere keeps its own control models.
#}
{% macro _scaffold_control(plan) %}
    {% set open, close = "{" ~ "{ spark_cdc.", " }" ~ "}\n" %}
    {% set mark = "{" ~ "# Kept by cdc_scaffold: it lists each new table's models here. #" ~ "}\n" %}
    {% set states, logs = [], [] %}
    {% set own = namespace(path="control/cdc_events.sql") %}
    {% for model in graph.nodes.values() if model.resource_type == "model" and model.package_name == project_name %}
        {% if model.config.materialized == "cdc_state" %}{% do states.append(model.name) %}{% endif %}
        {% if model.config.materialized == "cdc_log" and model.name.startswith("routed_") %}{% do logs.append(model.name) %}{% endif %}
        {% if model.name == "cdc_events" %}{% set own.path = model.original_file_path %}{% endif %}
    {% endfor %}
    {% for table in plan.tables %}{% do states.append("state_" ~ table.name) %}{% endfor %}
    {% if plan.tables %}{% do logs.append(plan.routed) %}{% endif %}
    {% if not own.path.endswith("control/cdc_events.sql") %}
        {% do plan.notes.append("control models are left alone: list the new state models in " ~ own.path) %}
        {{ return({}) }}
    {% endif %}
    {% set lists = {} %}
    {% for kind, names in {"states": states, "logs": logs}.items() %}
        {% set lines = [] %}
        {% for name in names | unique | sort %}{% do lines.append("    ref('" ~ name ~ "'),\n") %}{% endfor %}
        {% do lists.update({kind: "([\n" ~ lines | join ~ "])"}) %}
    {% endfor %}
    {% set events, outcomes = "ref('cdc_events')", "ref('cdc_landing_outcomes')" %}
    {% set models = [
        {"name": "cdc_events", "body": "cdc_events" ~ lists.states, "kept": true, "test": none,
         "description": "Every row of every log under one set of columns; what the other control models read."},
        {"name": "cdc_landing_outcomes", "body": "cdc_landing_outcomes(" ~ events ~ ")", "test": none,
         "description": "What became of each landing row; one row per landing row."},
        {"name": "cdc_quarantine", "body": "cdc_quarantine(" ~ events ~ ", " ~ outcomes ~ ")", "test": none,
         "description": "The landing rows in quarantine with reason and raw message; one row per landing row."},
        {"name": "cdc_accounting", "body": "cdc_accounting(" ~ events ~ ", " ~ outcomes ~ ")", "test": "cdc_conservation",
         "description": "The accounts of each stream; one row per stream, class of outcome and reason."},
        {"name": "cdc_change_outcomes", "body": "cdc_change_outcomes(" ~ events ~ ")", "test": "cdc_all_applied",
         "description": "What became of the changes of each table; one row per table and outcome."},
        {"name": "cdc_stream_lag", "body": "cdc_stream_lag(" ~ events ~ ")", "test": none,
         "description": "How far each stream has come; one row per stream."},
        {"name": "cdc_run_audit", "body": "cdc_run_audit(" ~ events ~ ")", "test": none,
         "description": "What each run did to each log; one row per log and batch."},
        {"name": "cdc_ddl_ledger", "body": "cdc_ddl_ledger(" ~ events ~ ")", "test": none,
         "description": "Every DDL event; one row per event."},
        {"name": "cdc_column_evidence", "body": "cdc_column_evidence" ~ lists.logs, "kept": true, "test": none,
         "description": "What messages say of their columns' types; one row per stream, table, column and evidence."},
        {"name": "cdc_observed_columns", "body": "cdc_observed_columns(ref('cdc_column_evidence'))", "test": none,
         "description": "The columns that messages carry, declared or not; one row per stream, table and column."},
    ] %}
    {% set files = {} %}
    {% set properties = ["version: 2\n", "models:"] %}
    {% for model in models %}
        {% do files.update({"control/" ~ model.name ~ ".sql": (mark if model.kept else "") ~ open ~ model.body ~ close}) %}
        {% do properties.extend(["  - name: " ~ model.name, "    description: " ~ spark_cdc._yaml_text(model.description)]) %}
        {% if model.test %}{% do properties.append("    data_tests: [spark_cdc." ~ model.test ~ "]") %}{% endif %}
    {% endfor %}
    {% do files.update({"control/control.yml": properties | join("\n") ~ "\n"}) %}
    {{ return(files) }}
{% endmacro %}
