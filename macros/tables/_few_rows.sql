{# How many rows are few: one task of Spark does up to so many quickest (_in_one_task), and their keys are broadcast. #}
{% macro _few_rows() %}{{ return(200000) }}{% endmacro %}
