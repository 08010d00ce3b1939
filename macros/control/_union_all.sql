{#
    The rows of several queries. few: whether they are so few that one task of Spark does the whole quickest, for each exchange between
    tasks is a job; one_file: whether they are to be written as one file, for each query would be a file of its own.
#}
{% macro _union_all(queries, few=false, one_file=false) %}
    {% set hint = "/*+ coalesce(1) */ " if few else "/*+ repartition(1) */ " if one_file else "" %}
    {{ return("select " ~ hint ~ "* from (" ~ queries | join("\nunion all\n") ~ ") as parts") }}
{% endmacro %}
