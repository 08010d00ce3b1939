{# True for EmptyObject NONE: the source did not capture the column, so it keeps its value. FORMATS.md 5.3. #}
{% macro dts_avro__absent(stream, column, raw) %}{{ return("(" ~ raw ~ " <=> 'NONE')") }}{% endmacro %}
