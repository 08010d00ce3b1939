{#
    Operation: marks quarantined rows of a log, which the next run replays.
        dbt run-operation cdc_replay --args '{log: routed_orders, reasons: [missing_position]}'
    log: a routed or changes model. reasons: only rows with these reasons; all. The marked rows stay, with class
    `replay` and their old reason. A row that can now be read becomes a change at its own position; any other is quarantined again.
    See docs/quarantine.md, Fix the cause and reprocess.
#}
{% macro cdc_replay(log, reasons=none) %}
    {% set known = spark_cdc._reasons() %}
    {% set logs = {} %}
    {% for node in graph.nodes.values() if node.resource_type == "model" and spark_cdc._is_log(node) %}
        {% do logs.update({node.name: node}) %}
    {% endfor %}
    {% if log not in logs %}{{ spark_cdc._error("replay_log", given=log, allowed=logs | sort) }}{% endif %}
    {% if reasons is string or reasons == [] %}
        {{ spark_cdc._error("replay_reasons", given=reasons, allowed=known) }}
    {% endif %}
    {% for reason in reasons or [] if reason not in known %}{{ spark_cdc._error("replay_reason", given=reason, allowed=known) }}{% endfor %}
    {% if not execute %}{{ return(none) }}{% endif %}
    {% do spark_cdc._check_engine() %}
    {% set node = logs[log] %}
    {% if adapter.get_relation(node.database, node.schema, node.alias) is none %}
        {{ spark_cdc._error("table_not_built", operation="cdc_replay", model=log, select=log) }}
    {% endif %}
    {% set chosen %}cdc_class = 'quarantined'{% if reasons %} and cdc_reason in ('{{ reasons | join("', '") }}'){% endif %}{% endset %}
    {% set found = spark_cdc._scalar("select count(*) from " ~ node.relation_name ~ " where " ~ chosen) | int %}
    {% if found %}{% do run_query("update " ~ node.relation_name ~ " set cdc_class = 'replay' where " ~ chosen) %}{% endif %}
    {% do print("cdc_replay: " ~ found ~ " rows of " ~ log ~ " are marked; the next run replays them" ~ (": dbt build --select " ~ log ~ "+" if found else "")) %}
{% endmacro %}
