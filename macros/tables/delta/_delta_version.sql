{# The number of the version in a snapshot's id (delta__snapshot). #}
{% macro _delta_version(snapshot) %}{{ return(snapshot.split(":")[1] | int) }}{% endmacro %}
