{#
    True for EmptyObject NONE: the source did not capture the column, so it keeps its value. Source: DTS, "Data formats
    of a Kafka cluster", DTS Avro.
#}
{% macro dts_avro__absent(stream, column, raw) %}{{ return("(" ~ raw ~ " <=> 'NONE')") }}{% endmacro %}
