{#
    The contract of a table, from the YAML of its `current` model: a dict with name, tables, key (column names) and
    columns, a list of {name, data_type, source, type, key}. A column with `from` has no source and has
    metadata, the name of the metadata column. Shape: docs/reference/contract.md.
    dbt's graph is the same object for all models and threads of a run, so what is found is kept there. Nobody may change it.
#}
{% macro _contract(name) %}
    {% set contracts = graph.setdefault("cdc_contracts", {}) %}
    {% if name not in contracts %}
        {% if "cdc_models" not in graph %}
            {% set models = {} %}
            {% for node in graph.nodes.values() if node.resource_type == "model" %}{% do models.update({node.name: node}) %}{% endfor %}
            {% do graph.setdefault("cdc_models", models) %}
        {% endif %}
        {% if name not in graph.cdc_models %}{{ spark_cdc._error("contract_model", model=name) }}{% endif %}
        {% do contracts.update({name: spark_cdc._checked_contract(graph.cdc_models[name])}) %}
    {% endif %}
    {{ return(contracts[name]) }}
{% endmacro %}
