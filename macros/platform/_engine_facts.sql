{#
    What _check_engine asks of Spark: catalog, zone, version, iterations and spark_catalog (settings), and which of these
    functions are there. The plugin answers without a statement where Spark is in the dbt process.
#}
{% macro _engine_facts(functions) %}
    {% set facts = modules.spark_cdc.session_facts(functions) if modules.get("spark_cdc") else none %}
    {% if facts is not none %}{{ return(facts) }}{% endif %}
    {% set catalog, zone, version = run_query("select current_catalog(), current_timezone(), version()").rows[0].values() %}
    {{ return(
        {
            "catalog": catalog,
            "zone": zone,
            "version": version,
            "functions": run_query("show functions like 'cdc_*'").columns[0].values() | map("lower") | list,
            "iterations": spark_cdc._setting("spark.sql.analyzer.maxIterations"),
            "spark_catalog": spark_cdc._setting("spark.sql.catalog.spark_catalog") if catalog == "spark_catalog" else none,
        }
    ) }}
{% endmacro %}
