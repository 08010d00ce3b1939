{#
    The landing rows of `rows` with m, the parsed message of cdc_value (see _unframed), and cdc_read, whether it could be parsed.
    A value that is longer than max_bytes or not valid UTF-8 is not parsed. fields: of the message, as a from_json schema.
#}
{% macro _read_messages(stream, rows, fields) %}
    select * except (cdc_j), cdc_j.m as m, cdc_j.eof is not null and cdc_j.m is not null as cdc_read
    from {{ spark_cdc._with_json(
        rows, fields, "case when octet_length(cdc_value) <= " ~ stream.max_bytes ~ " and is_valid_utf8(cdc_value) then cdc_value end"
    ) }}
{% endmacro %}
