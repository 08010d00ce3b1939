{# The properties of a model's table: a merge writes deletion vectors instead of whole files, and columns may have any name. #}
{% macro delta__properties(partition_by) %}
    {{ return({"delta.enableDeletionVectors": "true", "delta.columnMapping.mode": "name"}) }}
{% endmacro %}
