{# See _check_written: the commit of this run is in the table's history. #}
{% macro delta__check_written(table, snapshot) %}
    {% set mark, looked = spark_cdc._delta_mark(snapshot), spark_cdc._delta_version(snapshot) %}
    {% set seen = namespace(ours=false) %}
    {% for version in spark_cdc._delta_versions(table, 100) if version.version > looked and version.mark == mark %}{% set seen.ours = true %}{% endfor %}
    {% if not seen.ours %}{{ spark_cdc._error("table_overtaken", table=table | string) }}{% endif %}
{% endmacro %}
