{# Errors of Spark and of what earlier runs left, and the warning landing_unread; see _errors. #}
{% macro _run_errors() %}
    {{ return({
        "engine_version": {
            "what": "the Spark of target {target} cannot be used",
            "given": "it is Spark {given}",
            "advice": "Use Spark {sparks}, with {format} tables: earlier ones lack functions that the package needs, no {format} is released for later ones, and Python functions hang in 4.2.0",
            "read": "docs/targets/index.md, Check at the start",
        },
        "engine_functions": {
            "what": "the Spark of target {target} cannot be used",
            "given": "it lacks the functions {given}",
            "advice": "Install the Python package spark-cdc beside dbt, whose plugin registers them; start a Thrift server by python -m spark_cdc_udfs.thrift, which does",
            "read": "docs/targets/index.md, Check at the start",
        },
        "engine_time_zone": {
            "what": "the Spark of target {target} cannot be used",
            "given": "the time zone of the session is {given}",
            "advice": "Set spark.sql.session.timeZone to UTC",
            "read": "docs/targets/index.md, Check at the start",
        },
        "engine_iterations": {
            "what": "the Spark of target {target} cannot be used",
            "given": "spark.sql.analyzer.maxIterations is {given}",
            "advice": "Set it to 300",
            "read": "docs/targets/index.md, Check at the start",
        },
        "engine_catalog": {
            "what": "the Spark of target {target} cannot be used",
            "given": "its default catalog is Spark's own, which has no Iceberg tables",
            "advice": "Set spark.sql.defaultCatalog to an Iceberg catalog",
            "read": "docs/targets/index.md, Check at the start",
        },
        "engine_catalog_delta": {
            "what": "the Spark of target {target} cannot be used",
            "given": "its default catalog is Spark's own, which has no Delta tables",
            "advice": "Set spark.sql.catalog.spark_catalog to org.apache.spark.sql.delta.catalog.DeltaCatalog, and spark.sql.extensions to io.delta.sql.DeltaSparkSessionExtension",
            "read": "docs/targets/delta.md, Delta tables",
        },
        "setting": {
            "what": "{setting}",
            "given": "invalid value '{given}'",
            "allowed": "{allowed}",
            "read": "docs/reference/settings.md, Variables",
        },
        "log_of_another_configuration": {
            "what": "{log}",
            "given": "it was made by another configuration: its stream's format, options or landing columns have changed, or the contract or this package. It reads landing itself, so that a rebuild is complete only if landing still holds all messages",
            "advice": "If it does: dbt build --full-refresh --select {model}+. If not, take the change back, or, after an upgrade of the package alone: dbt build --vars '{cdc_take_over: [{model}]}'",
            "read": "docs/upgrading.md, Changes logs straight over landing",
        },
        "landing_unread": {
            "what": "model {model}",
            "given": "it has not read {rows} of source {stream}, older than the allowed lateness of {lateness}: landed before {floor}",
            "advice": "To read them: dbt build --full-refresh --select {model}+, or a run with a larger lateness",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "state_not_listed": {
            "what": "model {model}",
            "given": "it does not list ref('{state}')",
            "advice": "List every state model of the project",
            "read": "docs/reference/control_models.md, Control models",
        },
        "table_overtaken": {
            "what": "{table}",
            "given": "another run has written to this table meanwhile",
            "advice": "Run again",
            "read": "docs/semantics.md, Runs that overlap",
        },
        "state_overtaken": {
            "what": "{state}",
            "given": "another run has merged into this state meanwhile",
            "advice": "Run again",
            "read": "docs/semantics.md, Runs that overlap",
        },
        "python_package": {
            "what": "{operation}",
            "given": "the Python package spark-cdc is not installed beside dbt, and Jinja itself can neither read nor write files, nor open a database",
            "advice": "Install it. Without it, cdc_scaffold prints what it would write, with dry_run: true",
            "read": "docs/install.md, The Python package",
        },
    }) }}
{% endmacro %}
