{#
    The group of the models whose readers are other models of the pipeline, as {private, files, notes}. files: the properties of
    cdc_events, which declare the group, as {path below the model path: text}. private: whether models may be private to the group.
    cdc_events reads every state, so that it must be in the group: a project that keeps the properties of cdc_events, or the
    model itself, in another place gets a note instead. control: whether control/cdc_events.sql is written.
#}
{% macro _scaffold_group(control) %}
    {% set path = "control/cdc_events.yml" %}
    {% set found = namespace(group=none, events=none) %}
    {% for group in (graph.get("groups") or {}).values() if group.name == "cdc" and group.package_name == project_name %}{% set found.group = group %}{% endfor %}
    {% for model in graph.nodes.values() if model.resource_type == "model" and model.name == "cdc_events" and model.package_name == project_name %}
        {% set found.events = model %}
    {% endfor %}
    {% if found.events and found.group and found.events.config.group == "cdc" %}{{ return({"private": true, "files": {}, "notes": []}) }}{% endif %}
    {% set elsewhere = found.group or (found.events and (found.events.patch_path or not found.events.original_file_path.endswith("control/cdc_events.sql"))) %}
    {% if elsewhere or not control %}
        {% set notes = ["models are not private, because cdc_events is not in a group `cdc`; see docs/scaffolding.md, Groups and access"] if elsewhere else [] %}
        {{ return({"private": false, "files": {}, "notes": notes}) }}
    {% endif %}
    {{ return({"private": true, "notes": [], "files": {
        path: [
            "version: 2",
            "",
            "groups:",
            "  - name: cdc",
            "    owner: {name: " ~ spark_cdc._yaml_text(project_name) ~ "}  # whom to ask: the name of a team, or also its address as `email`",
            "",
            "models:",
            spark_cdc._scaffold_layer("cdc_events", "events_view", ["control"], false, "events", lines=["      group: cdc"]),
        ] | join("\n")
    }}) }}
{% endmacro %}
