{#
    The rows of several queries. few: whether they are few (_in_one_task); one_file: whether they are to be written as one file, for each
    query would be a file of its own.
#}
{% macro _union_all(queries, few=false, one_file=false) %}
    {% set hint = "/*+ repartition(1) */ " if one_file and not few else spark_cdc._in_one_task(few) %}
    {{ return("select " ~ hint ~ "* from (" ~ queries | join("\nunion all\n") ~ ") as parts") }}
{% endmacro %}
