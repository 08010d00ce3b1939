{#
    The name of the table in which this operation of retention keeps the landing rows that go from a log (_trim_log). No other operation
    uses it. Drops those that killed operations left more than a day ago; younger ones may be in use. log: see _retention_logs.
#}
{% macro _work_table(log) %}
    {% set prefix = "cdc_going_" ~ log.node.name ~ "_" %}
    {% set dead = (modules.datetime.datetime.now(modules.pytz.utc) - modules.datetime.timedelta(days=1)).strftime("%Y%m%d%H%M%S") %}
    {% for table in run_query("show tables in " ~ log.node.schema ~ " like '" ~ prefix ~ "*'").columns[1].values() %}
        {% if modules.re.fullmatch(prefix ~ "[0-9]{14}_[0-9a-f]{8}", table) and table[prefix | length:][:14] < dead %}
            {% do run_query("drop table if exists " ~ log.node.schema ~ "." ~ table) %}
        {% endif %}
    {% endfor %}
    {{ return(log.node.schema ~ "." ~ prefix ~ run_started_at.strftime("%Y%m%d%H%M%S") ~ "_" ~ invocation_id[:8]) }}
{% endmacro %}
