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
    {% set format = spark_cdc._file_format() %}
    {% set sparks = spark_cdc._of_format("sparks", format=format)() %}
    {% set version = facts.version.split(" ")[0] %}
    {% if version.split(".")[:2] | join(".") not in sparks or version == "4.2.0" %}
        {% do problems.append(["engine_version", version]) %}
    {% endif %}
    {% set missing = needed | reject("in", facts.functions) | list %}
    {% if missing %}
        {% do problems.append(["engine_functions", missing]) %}
    {% endif %}
    {% if facts.zone not in ["UTC", "Etc/UTC", "Z", "GMT", "+00:00"] %}
        {% do problems.append(["engine_time_zone", facts.zone]) %}
    {% endif %}
    {% if facts.iterations | int < 300 %}
        {% do problems.append(["engine_iterations", facts.iterations]) %}
    {% endif %}
    {% set is_own = facts.catalog == "spark_catalog" and facts.spark_catalog in ["builtin", "<undefined>"] %}
    {% if is_own %}
        {% do problems.append([spark_cdc._of_format("missing_catalog", format=format)(), facts.catalog]) %}
    {% endif %}
    {% if problems %}
        {% set texts = [] %}
        {% for name, given in problems %}{% do texts.append(spark_cdc._error_text(name, target=target.name, given=given, format=format, sparks=sparks)) %}{% endfor %}
        {{ spark_cdc._raise(texts) }}
    {% endif %}
{% endmacro %}
