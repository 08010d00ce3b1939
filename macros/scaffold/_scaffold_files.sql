{# The files of a plan, as {path below the model path: text}. A table's layers lie in one folder each. #}
{% macro _scaffold_files(node, plan, folder) %}
    {% set open, close = "{" ~ "{ spark_cdc.", " }" ~ "}\n" %}
    {% set files = {} %}
    {% if plan.tables %}
        {% do files.update({
            folder ~ "/" ~ plan.routed ~ ".sql": open ~ "cdc_routed(source('" ~ node.source_name ~ "', '" ~ node.name ~ "'))" ~ close
        }) %}
    {% endif %}
    {% for table in plan.tables %}
        {% set name = table.name %}
        {% do files.update({
            folder ~ "/changes/changes_" ~ name ~ ".sql": open ~ "cdc_changes(ref('" ~ plan.routed ~ "'))" ~ close,
            folder ~ "/state/state_" ~ name ~ ".sql": open ~ "cdc_state(ref('changes_" ~ name ~ "'))" ~ close,
            folder ~ "/current/" ~ name ~ ".sql": open ~ "cdc_current(ref('state_" ~ name ~ "'))" ~ close,
            folder ~ "/current/" ~ name ~ ".yml": spark_cdc._scaffold_contract(table),
        }) %}
    {% endfor %}
    {{ return(files) }}
{% endmacro %}
