{#
    Bytes from a text: each character is one byte in ISO-8859-1, also for geometries. A bit column is a number, and becomes its
    bytes from the highest on. The binlog omits the zero bytes at the end of binary(n); they are restored here. NULL
    if the text has a character that is no byte, or the number has too many bits. See docs/formats/canal.md.
#}
{% macro _canal_bytes(raw, type) -%}
    {%- set bytes = "encode(if(" ~ raw ~ " rlike '[^\\\\x{00}-\\\\x{ff}]', null, " ~ raw ~ "), 'ISO-8859-1')" -%}
    {%- set width = "try_cast(regexp_extract(" ~ type ~ ", '[(]([0-9]{1,3})[)]', 1) as int)" -%}
    {%- set digits = "2 * cast(ceil(coalesce(" ~ width ~ ", 1) / 8) as int)" -%}
    {%- set number = "case when " ~ raw ~ " rlike '^[0-9]{1,20}$' and try_cast(" ~ raw ~ " as decimal(20, 0)) <= 18446744073709551615 then conv(" ~ raw ~ ", 10, 16) end" -%}
    case
        when {{ type }} rlike '(?i)^ *bit\\b' then {{ spark_cdc._let("h", number, "case when length(h) <= " ~ digits ~ " then unhex(lpad(h, " ~ digits ~ ", '0')) end") }}
        when {{ type }} rlike '(?i)^ *binary *[(]' then {{ spark_cdc._let("b", bytes, "rpad(b, greatest(octet_length(b), coalesce(" ~ width ~ ", 0)), x'00')") }}
        else {{ bytes }}
    end
{%- endmacro %}
