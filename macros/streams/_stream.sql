{#
    The configuration of the landing stream that a log reads, checked: a dict with name, node (the source's unique id),
    format, options (defaults filled in), logged (the names of the options that affect a routed log), landing (column
    expressions over the relation of _landing()), landing_columns (the same as declared), landing_tables, table_from_topic
    (see _topic_template), null_messages, lateness, max_bytes, quarantine_limit, offsets, transactions and heartbeat_every.
    log: the graph node of a model that reads the landing source, or the routed log of one. Shape: docs/reference/settings.md.
#}
{% macro _stream(log) %}
    {% set ids = log.depends_on.nodes | select("in", graph.sources) | list %}
    {% if not ids %}
        {% for id in log.depends_on.nodes if id in graph.nodes %}
            {% do ids.extend(graph.nodes[id].depends_on.nodes | select("in", graph.sources)) %}
        {% endfor %}
    {% endif %}
    {% if ids | length != 1 %}
        {{ spark_cdc._error("stream_source", model=log.name, given=log.depends_on.nodes or "nothing") }}
    {% endif %}
    {% set node = graph.sources[ids[0]] %}
    {% set given = (node.config.meta or node.meta or {}).get("cdc") %}
    {% if given is none %}
        {{ spark_cdc._error("stream_not_declared", source=node.name) }}
    {% endif %}
    {% set known = spark_cdc._stream_settings() %}
    {% for name in given if name not in known %}{{ spark_cdc._error("stream_setting", source=node.name, given=name, allowed=known) }}{% endfor %}
    {% for other in graph.sources.values() if other.name == node.name and other.unique_id != node.unique_id and ((other.config.meta or other.meta) or {}).get("cdc") %}
        {{ spark_cdc._error("stream_name_twice", source=node.name, first=node.source_name, second=other.source_name) }}
    {% endfor %}
    {% if not spark_cdc[given.format ~ "__events"] %}{{ spark_cdc._error("stream_format", source=node.name, given=given.format, allowed=spark_cdc._formats()) }}{% endif %}
    {% set options = {} %}
    {% set accepted = spark_cdc._format(given.format, "options")() %}
    {% for name, option in accepted.items() %}{% do options.update({name: option.default}) %}{% endfor %}
    {% set logged = accepted.items() | selectattr("1.logged", "true") | map("first") | list %}
    {% for name, value in (given.options or {}).items() %}
        {% if name not in accepted %}{{ spark_cdc._error("stream_option", source=node.name, format=given.format, given=name, allowed=accepted | list or "none") }}{% endif %}
        {% if accepted[name].allowed and value not in accepted[name].allowed %}
            {{ spark_cdc._error("stream_option_value", source=node.name, format=given.format, option=name, given=value, allowed=accepted[name].allowed) }}
        {% endif %}
        {% do options.update({name: value}) %}
    {% endfor %}
    {% set landing = {
        "topic": "topic", "partition": "partition", "offset": "offset", "timestamp": "timestamp",
        "key": "key", "value": "value", "headers": "headers"
    } %}
    {% do landing.update(spark_cdc._format(given.format, "landing")()) %}
    {% for name, column in (given.landing or {}).items() %}
        {% if name not in landing %}{{ spark_cdc._error("stream_landing", source=node.name, given=name, allowed=landing | list) }}{% endif %}
        {% do landing.update({name: column}) %}
    {% endfor %}
    {% set landing_tables = given.landing_tables or [] %}
    {% do spark_cdc._check_landing_tables(node.name, landing_tables) %}
    {% set landing_columns = landing %}
    {% set landing = {} %}
    {% for name, expression in landing_columns.items() %}
        {% do landing.update({name: name if landing_tables else expression | string | replace("{table}", node.identifier)}) %}
    {% endfor %}
    {% set null_messages = given.get("null_messages") %}
    {% if null_messages is not none and null_messages not in ["tombstone", "quarantine"] %}
        {{ spark_cdc._error("stream_null_messages", source=node.name, given=null_messages) }}
    {% endif %}
    {% set lateness = given.lateness or var("cdc_lateness", "7 days") %}
    {% if not modules.re.match("[0-9]+ (second|minute|hour|day|week|month)s?$", lateness | string) %}
        {{ spark_cdc._error("stream_lateness", source=node.name, given=lateness) }}
    {% endif %}
    {% set max_bytes = given.max_bytes if "max_bytes" in given else var("cdc_max_bytes", 16777216) %}
    {% if max_bytes is not integer or not 0 < max_bytes <= 20000000 %}
        {# Spark's functions for a second parse of a message (json_object_keys, get_json_object) read no longer text. #}
        {{ spark_cdc._error("stream_max_bytes", source=node.name, given=max_bytes) }}
    {% endif %}
    {% do spark_cdc._check_quarantine_limit("source " ~ node.name, given.get("quarantine_limit")) %}
    {% for name, allowed in {"offsets": ["contiguous", "sparse"], "transactions": ["whole", "partial"]}.items() if given.get(name, allowed[0]) not in allowed %}
        {{ spark_cdc._error("stream_" ~ name, source=node.name, given=given[name]) }}
    {% endfor %}
    {% set heartbeat_every = given.get("heartbeat_every") %}
    {% if heartbeat_every is not none and not modules.re.fullmatch("[1-9][0-9]* (second|minute|hour|day|week)s?", heartbeat_every | string) %}
        {{ spark_cdc._error("stream_heartbeat_every", source=node.name, given=heartbeat_every) }}
    {% endif %}
    {% set stream = {
        "name": node.name,
        "node": ids[0],
        "format": given.format,
        "options": options,
        "landing": landing,
        "landing_columns": landing_columns,
        "landing_tables": landing_tables,
        "table_from_topic": spark_cdc._topic_template(node.name, given.get("table_from_topic")),
        "null_messages": null_messages,
        "lateness": lateness,
        "max_bytes": max_bytes,
        "quarantine_limit": given.get("quarantine_limit"),
        "offsets": given.get("offsets", "contiguous"),
        "transactions": given.get("transactions", "whole"),
        "heartbeat_every": heartbeat_every,
        "logged": logged,
    } %}
    {% if "date_time_zone" in options %}{% do spark_cdc._check_time_zone(stream) %}{% endif %}
    {{ return(stream) }}
{% endmacro %}
