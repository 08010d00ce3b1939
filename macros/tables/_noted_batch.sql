{#
    The property of `this` state that has the last batch of which its present snapshot, `now`, has all changes for certain, if its last
    run noted `noted`, another snapshot or none; "" if nothing is certain.
#}
{% macro _noted_batch(noted, now) %}
    {{ return(spark_cdc._of_format("noted_batch", now)(this, noted, now)) }}
{% endmacro %}
