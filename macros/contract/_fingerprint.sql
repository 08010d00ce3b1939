{#
    What a typed log or a state was made by, as a short text: the rules' version, the contract, the stream's format and
    options, and the making of the log that it reads. Empty for a routed log, which no contract shapes.
#}
{% macro _fingerprint() %}
    {% set node = spark_cdc._node() %}
    {% if node.name.startswith("changes_") %}
        {% set stream = spark_cdc._stream(node) %}
        {% set made_from = [] %}
        {% for id in node.depends_on.nodes if id in graph.nodes and graph.nodes[id].config.materialized == "cdc_log" %}
            {% do made_from.append(spark_cdc._table_property("cdc.made", graph.nodes[id].relation_name)) %}
        {% endfor %}
        {% set contract = spark_cdc._contract(node.name | replace("changes_", "", 1)) %}
        {{ return(local_md5(tojson([spark_cdc._rules_version(), contract, stream.format, stream.options, made_from]))) }}
    {% elif node.name.startswith("state_") %}
        {% set contract = spark_cdc._contract(node.name | replace("state_", "", 1)) %}
        {{ return(local_md5(tojson([contract, spark_cdc._table_property("cdc.contract", spark_cdc._upstream())]))) }}
    {% endif %}
    {{ return("") }}
{% endmacro %}
