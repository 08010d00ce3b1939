{#
    Operation: adds to a project what it needs to use the package, and prints what it did. Safe to re-run: nothing that is there
    is changed; a key of dbt_project.yml that has another value is a note with the lines to add by hand.
        dbt run-operation cdc_init --profiles-dir dbt_packages/spark_cdc/profiles
    It writes the settings of dbt_project.yml (dispatch, flags, control models), the list of state models
    (control/cdc_events.sql), the group of the pipeline's models (control/cdc_events.yml) and, if dbt reads the package's own
    profile, a copy of it as profiles.yml.
    source and declare: also the landing source, as in cdc_scaffold.
#}
{% macro cdc_init(source=none, declare=none) %}
    {% if not execute %}{{ return("") }}{% endif %}
    {% do spark_cdc._check_package("cdc_init") %}
    {% if declare and not source %}{{ spark_cdc._error("init_source") }}{% endif %}
    {% set plan = {"tables": [], "notes": []} %}
    {% set files = spark_cdc._scaffold_control(plan) %}
    {% do files.update(spark_cdc._scaffold_group(true).files) %}
    {% set declared = [] %}
    {% for node in graph.sources.values() if node.package_name == project_name and node.source_name ~ "." ~ node.name == source %}
        {% do declared.append(node.original_file_path) %}
    {% endfor %}
    {% if source and not declared %}
        {% set node = spark_cdc._scaffold_source(source, declare, "cdc_init") %}
        {% do files.update(spark_cdc._scaffold_source_file(node, node.name)) %}
    {% endif %}
    {% for path, action in modules.spark_cdc.init_project().items() %}
        {% if "\n" in action %}
            {% do plan.notes.append(path ~ " has another value. Add below it:\n" ~ action) %}
        {% else %}
            {{ print(action ~ " " ~ path) }}
        {% endif %}
    {% endfor %}
    {% for path, action in modules.spark_cdc.write_files(files).items() %}{{ print(action ~ " " ~ path) }}{% endfor %}
    {% for path in declared %}{{ print("unchanged " ~ path) }}{% endfor %}
    {% for note in plan.notes %}{{ print("Note: " ~ note) }}{% endfor %}
{% endmacro %}
