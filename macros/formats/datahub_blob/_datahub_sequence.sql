{#
    The first number of the position: the sequence id plus one, so that a snapshot's -1 sorts first; NULL when it is no
    integer, or below -1. Ids are compared as numbers: they differ in their number of digits.
    See docs/formats/datahub_blob.md.
#}
{% macro _datahub_sequence(text) -%}
    case when {{ text }} rlike '^(-1|[0-9]{1,37})\\z' then try_cast({{ text }} as decimal(38, 0)) + 1 end
{%- endmacro %}
