{#
    The configuration of the landing stream behind a relation (a landing source, or the routed log of one), checked:
    a dict with name, format, options (defaults filled in), landing (column expressions), lateness and max_bytes.
    Source of the shape: docs, "A stream".
#}
{% macro _stream(relation) %}
    {% set rendered = relation.render() %}
    {% set found = namespace(source=none) %}
    {% for node in graph.sources.values() if node.relation_name == rendered %}{% set found.source = node %}{% endfor %}
    {% if found.source is none %}
        {% for node in graph.nodes.values() if node.resource_type == "model" and node.relation_name == rendered %}
            {% for parent in node.depends_on.nodes if parent.startswith("source.") %}
                {% set found.source = graph.sources[parent] %}
            {% endfor %}
        {% endfor %}
    {% endif %}
    {% if found.source is none %}
        {{ exceptions.raise_compiler_error("spark_cdc: " ~ rendered ~ " is neither a dbt source nor the routed model of one") }}
    {% endif %}
    {% set node = found.source %}
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
    {% for name, column in (given.landing or {}).items() %}
        {% if name not in landing %}{{ spark_cdc._error("source " ~ node.name ~ ", landing", name, landing | list, "README, A stream") }}{% endif %}
        {% do landing.update({name: column}) %}
    {% endfor %}
    {{ return({
        "name": node.name,
        "source": node.relation_name,
        "format": given.format,
        "options": options,
        "landing": landing,
        "lateness": given.lateness or var("cdc_lateness", "7 days"),
        "max_bytes": given.max_bytes or var("cdc_max_bytes", 67108864),
    }) }}
{% endmacro %}
