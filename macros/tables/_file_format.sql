{#
    The table format of the running model, or of a table that an operation creates: its config file_format, else the variable
    cdc_file_format, else the environment variable SPARK_CDC_FILE_FORMAT, by which the profile's target is chosen, too. An error names
    the one whose value is not known.
#}
{% macro _file_format() %}
    {% set configured = config.get("file_format") if config is defined and config else none %}
    {% set format = configured or var("cdc_file_format", env_var("SPARK_CDC_FILE_FORMAT", "iceberg")) %}
    {% if format not in spark_cdc._table_formats() %}
        {% set setting = (
            "model " ~ model.name ~ ", file_format" if configured
            else "environment variable SPARK_CDC_FILE_FORMAT" if var("cdc_file_format", none) is none else "variable cdc_file_format"
        ) %}
        {{ spark_cdc._error("setting", setting=setting, given=format, allowed=spark_cdc._table_formats()) }}
    {% endif %}
    {{ return(format) }}
{% endmacro %}
