{#
    The landing time (a text) before which an operation of retention may remove rows of a log over landing: that of its newest row
    minus the retention; none if the log is empty. Raises an error if the retention is no interval, or shorter than the allowed
    lateness. operation: its name, for errors; log: see _retention_logs.
#}
{% macro _retention_cut(operation, log, retention) %}
    {% if not modules.re.fullmatch("[0-9]+ (second|minute|hour|day|week|month|year)s?", retention | string) %}
        {{ spark_cdc._error("retention_interval", operation=operation, given=retention) }}
    {% endif %}
    {% set newest = "max(cdc_landed_at) - interval " %}
    {% set found = run_query(
        "select cast(" ~ newest ~ "'" ~ retention ~ "' as string), " ~ newest ~ "'" ~ retention ~ "' <= " ~ newest ~ "'" ~ log.stream.lateness ~ "' from " ~ log.relation
    ).rows[0] %}
    {% if found[1] is not none and not found[1] %}
        {{ spark_cdc._error("retention_below_lateness", operation=operation, given=retention, stream=log.stream.name, lateness=log.stream.lateness) }}
    {% endif %}
    {{ return(found[0]) }}
{% endmacro %}
