{# Batches are numbered in steps of this; the numbers between are for what is replayed between two batches. #}
{% macro _batch_step() %}{{ return(1000) }}{% endmacro %}
