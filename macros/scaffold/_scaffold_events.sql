{#
    The events in the landing rows, as a subquery. Spark would push a condition on one of their columns (cdc_class = 'change')
    down to landing and expand its expression, level by level, to megabytes. A nondeterministic column prevents that.
    landed: see _scaffold_observed.
#}
{% macro _scaffold_events(stream, landed) -%}
    select * except (cdc_once)
    from (
        select *, monotonically_increasing_id() as cdc_once
        from ({{ spark_cdc._events(stream, spark_cdc._whole_landing(landed)) }}) as events
    ) as events
    where cdc_once >= 0
{%- endmacro %}
