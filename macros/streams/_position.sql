{#
    The position of an event: a fixed-width text that sorts in the order of a key's changes, the same in Spark,
    Python, file statistics and for a reader. It has three numbers of the source's own order (38, 20 and 20 digits), the index in
    the message (6), the transport coordinates (offset 20, partition 10, CRC of the topic 8 hex digits) and the image
    (0 before, 1 after). Two deliveries of one change have the same text before the transport coordinates.
    NULL if a part is NULL.
#}
{% macro _position(order) %}
    {%- set widths = [38, 20, 20] -%}
    concat(
        {% for part in order %}lpad(cast({{ part }} as string), {{ widths[loop.index0] }}, '0'), '.',
        {% endfor %}'000000.',
        lpad(cast(greatest(cdc_offset, 0) as string), 20, '0'), '.',
        lpad(cast(greatest(cdc_partition, 0) as string), 10, '0'), '.',
        lpad(lower(hex(crc32(cast(coalesce(cdc_topic, '') as binary)))), 8, '0'), '.1'
    )
{%- endmacro %}
