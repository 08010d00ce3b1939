{#
    The tables in which a stream lands, as a list of {name, relation}: the table of its source, `first`, and those of its
    landing_tables. A unit test reads only the first one, because it has rows for that one alone.
#}
{% macro _landing_tables(stream, first) %}
    {% set source = graph.sources[stream.node] %}
    {% set tables = [{"name": source.identifier, "relation": first}] %}
    {% if model is defined and model.resource_type == "unit_test" %}{{ return(tables) }}{% endif %}
    {% set taken = [(source.schema ~ "." ~ source.identifier) | lower] %}
    {% for node in graph.nodes.values() if node.resource_type == "model" %}{% do taken.append((node.schema ~ "." ~ node.alias) | lower) %}{% endfor %}
    {% for given in stream.landing_tables %}
        {% set schema = given.rpartition(".")[0] or source.schema %}
        {% set pattern = given.rpartition(".")[2] %}
        {% set names = [pattern] %}
        {% if "%" in pattern %}
            {% set names = [] %}
            {% for row in run_query("show tables in " ~ schema).rows if modules.re.fullmatch("(?i)" ~ spark_cdc._name_pattern(pattern), row[1]) %}
                {% do names.append(row[1]) %}
            {% endfor %}
        {% endif %}
        {% for name in names | sort if (schema ~ "." ~ name) | lower not in taken %}
            {% do taken.append((schema ~ "." ~ name) | lower) %}
            {% do tables.append({"name": name, "relation": schema ~ "." ~ name}) %}
        {% endfor %}
    {% endfor %}
    {{ return(tables) }}
{% endmacro %}
