{#
    The configuration of the landing stream that a log reads, checked: a dict with name, node (the source's unique id),
    format, options (defaults filled in), landing (column expressions), lateness and max_bytes. log: the graph node of a
    model that reads the landing source, or that reads the routed log of one. Source of the shape: README, "A stream".
#}
{% macro _stream(log) %}
    {% set ids = log.depends_on.nodes | select("in", graph.sources) | list %}
    {% if not ids %}
        {% for id in log.depends_on.nodes if id in graph.nodes %}
            {% do ids.extend(graph.nodes[id].depends_on.nodes | select("in", graph.sources)) %}
        {% endfor %}
    {% endif %}
    {% if ids | length != 1 %}
        {{ exceptions.raise_compiler_error(
            "spark_cdc: model " ~ log.name ~ " must read one landing source, or the routed model of one; it reads: "
            ~ log.depends_on.nodes | join(", ") ~ ". Read: README, A stream"
        ) }}
    {% endif %}
    {% set node = graph.sources[ids[0]] %}
    {% set given = (node.config.meta or node.meta or {}).get("cdc") %}
    {% if given is none %}
        {{ exceptions.raise_compiler_error("spark_cdc: source " ~ node.name ~ " has no config.meta.cdc. Read: README, A stream") }}
    {% endif %}
    {% set known = ["format", "options", "landing", "lateness", "max_bytes"] %}
    {% for name in given if name not in known %}{{ spark_cdc._error("source " ~ node.name ~ ", meta.cdc", name, known, "README, A stream") }}{% endfor %}
    {% set formats = spark_cdc._formats() %}
    {% if given.format not in formats %}{{ spark_cdc._error("source " ~ node.name ~ ", format", given.format, formats, "README, Formats") }}{% endif %}
    {% set options = {} %}
    {% set accepted = spark_cdc._format(given.format, "options")() %}
    {% for name, option in accepted.items() %}{% do options.update({name: option.default}) %}{% endfor %}
    {% for name, value in (given.options or {}).items() %}
        {% if name not in accepted %}{{ spark_cdc._error("source " ~ node.name ~ ", option", name, accepted | list, "README, Formats") }}{% endif %}
        {% if accepted[name].allowed and value not in accepted[name].allowed %}
            {{ spark_cdc._error("source " ~ node.name ~ ", option " ~ name, value, accepted[name].allowed, "README, Formats") }}
        {% endif %}
        {% do options.update({name: value}) %}
    {% endfor %}
    {% set landing = {
        "topic": "topic", "partition": "partition", "offset": "offset", "timestamp": "timestamp",
        "key": "key", "value": "value", "headers": "headers"
    } %}
    {% do landing.update(spark_cdc._format(given.format, "landing")()) %}
    {% for name, column in (given.landing or {}).items() %}
        {% if name not in landing %}{{ spark_cdc._error("source " ~ node.name ~ ", landing", name, landing | list, "README, A stream") }}{% endif %}
        {% do landing.update({name: column}) %}
    {% endfor %}
    {{ return({
        "name": node.name,
        "node": ids[0],
        "format": given.format,
        "options": options,
        "landing": landing,
        "lateness": given.lateness or var("cdc_lateness", "7 days"),
        "max_bytes": given.max_bytes or var("cdc_max_bytes", 67108864),
    }) }}
{% endmacro %}
