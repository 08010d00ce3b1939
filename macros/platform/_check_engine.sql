{#
    An error unless Spark has what the models need, with what to do about it: the functions, the settings of the session, a
    default catalog with tables that can be merged into. Runs before the first model (on-run-start) and before each operation: a
    server that lacks one of them would fail in the middle of a build, or store other instants.
#}
{% macro _check_engine() %}
    {% if not execute %}{{ return("") }}{% endif %}
    {% set needed = ["cdc_base64_bytes", "cdc_carried_values", "cdc_connect_decimal", "cdc_ddl_meta", "cdc_dts_record", "cdc_mask_ordinals", "cdc_qlik_message"] %}
    {% set problems = [] %}
    {% set facts = spark_cdc._engine_facts(needed) %}
    {% set numbers = facts.version.split(".") %}
    {% if (numbers[0] | int, numbers[1] | int) < (4, 1) %}
        {% do problems.append("it is Spark " ~ facts.version.split(" ")[0] ~ ". Use Spark 4.1") %}
    {% endif %}
    {% set missing = needed | reject("in", facts.functions) | list %}
    {% if missing %}
        {% do problems.append(
            "it lacks the functions " ~ missing | join(", ") ~ ". Install the Python package spark-cdc beside dbt, whose plugin registers them; "
            ~ "start a Thrift server by python -m spark_cdc_udfs.thrift, which does"
        ) %}
    {% endif %}
    {% if facts.zone not in ["UTC", "Etc/UTC", "Z", "GMT", "+00:00"] %}
        {% do problems.append("the time zone of the session is " ~ facts.zone ~ ". Set spark.sql.session.timeZone to UTC") %}
    {% endif %}
    {% if facts.iterations | int < 300 %}
        {% do problems.append("spark.sql.analyzer.maxIterations is " ~ facts.iterations ~ ". Set it to 300") %}
    {% endif %}
    {% set is_own = facts.catalog == "spark_catalog" and facts.spark_catalog in ["builtin", "<undefined>"] %}
    {% if is_own and var("cdc_file_format", "iceberg") == "iceberg" %}
        {% do problems.append("its default catalog is Spark's own, which has no Iceberg tables. Set spark.sql.defaultCatalog to an Iceberg catalog") %}
    {% endif %}
    {% if problems %}
        {{ exceptions.raise_compiler_error(
            "spark_cdc: the Spark of target " ~ target.name ~ " cannot be used:\n  " ~ problems | join("\n  ") ~ "\nRead: docs/targets/index.md"
        ) }}
    {% endif %}
{% endmacro %}
