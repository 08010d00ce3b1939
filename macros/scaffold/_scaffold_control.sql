{#
    The file of the one model that the control models read, as {path below the model path: text}. It begins with a mark
    by which write_files() recognises that the operation maintains it: each new table overwrites it. A project that
    has its own cdc_events model elsewhere maintains that itself.
#}
{% macro _scaffold_control(plan) %}
    {% set path = "control/cdc_events.sql" %}
    {% set states = [] %}
    {% for model in graph.nodes.values() if model.resource_type == "model" and model.package_name == project_name %}
        {% if model.config.materialized == "cdc_state" %}{% do states.append(model.name) %}{% endif %}
        {% if model.name == "cdc_events" and not model.original_file_path.endswith(path) %}
            {% do plan.notes.append("list the new state models in " ~ model.original_file_path) %}
            {{ return({}) }}
        {% endif %}
    {% endfor %}
    {% for table in plan.tables if not table.lost %}{% do states.append("state_" ~ table.name) %}{% endfor %}
    {% set lines = [] %}
    {% for name in states | unique | sort %}{% do lines.append("    ref('" ~ name ~ "'),\n") %}{% endfor %}
    {{ return({
        path: "{" ~ "# Maintained by cdc_scaffold, which lists each new table's state here. #" ~ "}\n"
            ~ "{" ~ "{ spark_cdc.cdc_events([\n" ~ lines | join ~ "]) }" ~ "}\n"
    }) }}
{% endmacro %}
