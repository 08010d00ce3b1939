{# The step of batch numbers. The numbers between two batches are for replays. #}
{% macro _batch_step() %}{{ return(1000) }}{% endmacro %}
