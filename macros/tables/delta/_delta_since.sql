{#
    The versions (_delta_versions) of a table after the snapshot `since` up to `now`, newest first; none if the table was replaced since, or
    the snapshot is not known. versions: the newest ones, if they have been read.
#}
{% macro _delta_since(table, since, now, versions=none) %}
    {% set first, last, found = spark_cdc._delta_version(since), spark_cdc._delta_version(now), [] %}
    {% if first > last %}{{ return(none) }}{% endif %}
    {# Notes may have come after `now`. #}
    {% for version in versions or spark_cdc._delta_versions(table, last - first + 100) if version.version <= last and version.version >= first %}
        {% if version.version == first %}{{ return(found if version.id == since else none) }}{% endif %}
        {% if version.operation == "create" %}{{ return(none) }}{% endif %}
        {% do found.append(version) %}
    {% endfor %}
    {{ return(none) }}
{% endmacro %}
