{#
    The quarantine_limit of each log that has one, as a dict from its name to a list: what the limit is declared for (the log of a table,
    or a stream) and the limit. logs: of _logs_of.
#}
{% macro _quarantine_limits(logs) %}
    {% set limits = {} %}
    {% for log in logs.values() %}
        {% set of_table = spark_cdc._quarantine_limit(log.table.contract.name) if log.table else none %}
        {% if of_table is not none %}{% do limits.update({log.name: [log.name, of_table]}) %}
        {% elif log.stream.quarantine_limit is not none %}{% do limits.update({log.name: ["stream " ~ log.stream.name, log.stream.quarantine_limit]}) %}{% endif %}
    {% endfor %}
    {{ return(limits) }}
{% endmacro %}
