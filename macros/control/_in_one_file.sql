{#
    A query of several small ones that a table's writer writes as one file, for each part of a union would be a file of its own.
    few: whether all of them have so few rows that one task of Spark does the whole.
#}
{% macro _in_one_file(queries, few=false) %}
    {{ return("select /*+ " ~ ("coalesce" if few else "repartition") ~ "(1) */ * from (" ~ queries | join(" union all ") ~ ") as parts") }}
{% endmacro %}
