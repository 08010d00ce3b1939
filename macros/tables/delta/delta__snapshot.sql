{#
    The id of a table's present snapshot, if it is a Delta table: `delta:<version>:<time of its commit>`, the newest version that has changed
    rows or files, because each note of a run (SET TBLPROPERTIES) is a version, too. The time distinguishes a table from another one
    that was created under its name. A version that is older than a week may soon be unreadable while newer ones follow it; the
    newest version stands for it then. properties: the table's.
#}
{% macro delta__snapshot(table, properties) %}
    {% if "delta.minReaderVersion" not in properties %}{{ return(none) }}{% endif %}
    {% set versions = spark_cdc._delta_versions(table, 20) %}
    {% set newest = versions[0] %}
    {% set day = modules.datetime.datetime.strptime %}
    {% for version in versions if version.operation not in ["", "vacuum"] and (day(newest.time[:8], "%Y%m%d") - day(version.time[:8], "%Y%m%d")).days < 7 %}
        {{ return(version.id) }}
    {% endfor %}
    {{ return(newest.id) }}
{% endmacro %}
