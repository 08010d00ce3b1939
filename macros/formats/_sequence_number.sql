{#
    The first number of the position from the text of a source's sequence number. It is one more than it, so that -1, which marks
    a row of a snapshot, sorts first and no position is negative. NULL if it is no integer, or below -1. Sequence numbers are
    compared as numbers, because they differ in their number of digits.
    Source: docs/formats/datahub_blob.md and docs/formats/datahub_tuple.md, Order, key, images.
#}
{% macro _sequence_number(text) -%}
    case when {{ text }} rlike '^(-1|[0-9]{1,37})\\z' then try_cast({{ text }} as decimal(38, 0)) + 1 end
{%- endmacro %}
