{#
    Of the 20 newest versions of a table (_delta_versions), the newest that has changed rows or files, because each note of a run (SET
    TBLPROPERTIES) is a version, too. A version that is older than a week may soon be unreadable while newer ones follow it; the newest of all
    stands for it then.
#}
{% macro _delta_newest(versions) %}
    {% set newest = versions[0] %}
    {% set day = modules.datetime.datetime.strptime %}
    {% for version in versions[:20] if version.changes and (day(newest.time[:8], "%Y%m%d") - day(version.time[:8], "%Y%m%d")).days < 7 %}
        {{ return(version) }}
    {% endfor %}
    {{ return(newest) }}
{% endmacro %}
