{# The hint by which one task of Spark does all that follows a query of few rows (_few_rows), for each exchange between tasks is a job. #}
{% macro _in_one_task(few=true) %}{{ return("/*+ coalesce(1) */ " if few else "") }}{% endmacro %}
