{#
    True for EmptyObject NONE: the source did not capture the column, so it keeps its value.
    See docs/formats/dts_avro.md.
#}
{% macro dts_avro__absent(stream, column, raw) %}{{ return("(" ~ raw ~ " <=> 'NONE')") }}{% endmacro %}
