{# Up to how many rows one task of Spark does quickest, or the keys of these are broadcast, for each exchange between tasks is a job. #}
{% macro _few_rows() %}{{ return(200000) }}{% endmacro %}
