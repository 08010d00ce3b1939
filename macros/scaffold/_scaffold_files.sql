{#
    The files of a plan, as {path below the model path: text}. The files of each layer are in one folder. A routed model that
    exists in another place is not changed. private: whether the models below the current ones are private (_scaffold_group).
#}
{% macro _scaffold_files(node, plan, folder, private) %}
    {% set head = "version: 2\n\nmodels:\n" %}
    {% set open, close = "{" ~ "{ spark_cdc.", " }" ~ "}\n" %}
    {% set files = {} %}
    {% set written = namespace(elsewhere=false) %}
    {% for model in graph.nodes.values() if model.name == plan.routed and not model.original_file_path.endswith(folder ~ "/" ~ plan.routed ~ ".sql") %}
        {% set written.elsewhere = true %}
    {% endfor %}
    {% if node.declare %}{% do files.update(spark_cdc._scaffold_source_file(node, folder)) %}{% endif %}
    {% if plan.tables and not written.elsewhere %}
        {% do files.update({
            folder ~ "/" ~ plan.routed ~ ".sql": open ~ "cdc_routed(source('" ~ node.source_name ~ "', '" ~ node.name ~ "'))" ~ close,
            folder ~ "/" ~ plan.routed ~ ".yml": head ~ spark_cdc._scaffold_layer(plan.routed, "routed_log", [node.name, "routed"], private, "routed"),
        }) %}
    {% endif %}
    {% for table in plan.tables %}
        {% set name = table.name %}
        {% do files.update({
            folder ~ "/changes/changes_" ~ name ~ ".sql": open ~ "cdc_changes(ref('" ~ plan.routed ~ "'))" ~ close,
            folder ~ "/state/state_" ~ name ~ ".sql": open ~ "cdc_state(ref('changes_" ~ name ~ "'))" ~ close,
            folder ~ "/current/" ~ name ~ ".sql": open ~ "cdc_current(ref('state_" ~ name ~ "'))" ~ close,
            folder ~ "/current/" ~ name ~ ".yml": spark_cdc._scaffold_contract(table, private),
        }) %}
        {% if not table.lost %}{# Of a lost key, the contract has the properties of all three. #}
            {% set changes, state = spark_cdc._scaffold_layers(table, private) %}
            {% do files.update({
                folder ~ "/changes/changes_" ~ name ~ ".yml": head ~ changes,
                folder ~ "/state/state_" ~ name ~ ".yml": head ~ state,
            }) %}
        {% endif %}
    {% endfor %}
    {{ return(files) }}
{% endmacro %}
