{#
    The routed logs whose messages have the number of messages of their transaction (<format>__transactions), as a list of logs
    (_logs_of). A log straight over landing keeps no messages. events: the relation of cdc_events().
#}
{% macro _counted_transactions(events) %}
    {% set counted = [] %}
    {% for log in spark_cdc._logs_of(spark_cdc._watched_tables(events)).values() if log.layer == "routed" and log.stream.transactions == "whole" %}
        {% do log.stream.update({"boundaries": true}) %}
        {% if spark_cdc._format(log.stream.format, "transactions")(log.stream, log.relation) %}{% do counted.append(log) %}{% endif %}
    {% endfor %}
    {{ return(counted) }}
{% endmacro %}
