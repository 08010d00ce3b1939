{# A query of several small ones that a table's writer writes as one file, for each part of a union would be a file of its own. #}
{% macro _in_one_file(queries) %}
    {{ return("select /*+ repartition(1) */ * from (" ~ queries | join(" union all ") ~ ") as parts") }}
{% endmacro %}
