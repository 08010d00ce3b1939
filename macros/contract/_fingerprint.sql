{#
    A short text that identifies the configuration of a log or a state. For a log over landing: the rules' version, the stream's format
    and landing columns, and the relevant options and settings (for a routed log, those that events depend on). For a typed log also
    the contract, and when the routed log that it reads was built. For a state: the contract, its columns, and the fingerprint of the
    log that it reads. Empty for any other model. upstream: the properties of the log that the model reads (_before_run).
    events: an earlier version of the rules for events, for a routed log alone.
#}
{% macro _fingerprint(upstream, events=none) %}
    {% set node = spark_cdc._node() %}
    {% if node.name.startswith("changes_") %}
        {% set stream = spark_cdc._stream(node) %}
        {% set made_from = [upstream.get("cdc.made")] if upstream else [] %}
        {% set contract = spark_cdc._contract(node.name | replace("changes_", "", 1)) %}
        {% if stream.table_from_topic %}{% do made_from.append(stream.table_from_topic) %}{% endif %}
        {{ return(local_md5(tojson([spark_cdc._rules_version()["values"] if upstream else spark_cdc._rules_version(), contract, stream.format, stream.options, stream.landing_columns, made_from]))) }}
    {% elif node.name.startswith("state_") %}
        {% set contract = spark_cdc._contract(node.name | replace("state_", "", 1)) %}
        {{ return(local_md5(tojson([contract, spark_cdc._state_columns().keys() | list + ["cdc_stale"], upstream.get("cdc.contract")]))) }}
    {% elif not node.depends_on.nodes | select("in", graph.sources) | list %}
        {{ return("") }}
    {% endif %}
    {% set stream = spark_cdc._stream(node) %}
    {% set options = [] %}
    {% for name in stream.logged %}{% do options.append([name, stream.options[name]]) %}{% endfor %}
    {% if stream.table_from_topic %}{% do options.append(["table_from_topic", stream.table_from_topic]) %}{% endif %}
    {{ return(local_md5(tojson([events or spark_cdc._rules_version().events, stream.format, options, stream.landing_columns]))) }}
{% endmacro %}
