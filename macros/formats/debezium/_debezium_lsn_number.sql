{#
    A SQL Server LSN (00000027:00000ac0:0002, three hexadecimal numbers) as a number of the same order; NULL for any other
    text. within: the LSN of its transaction's commit. The number then counts log files back from there, which keeps
    it below 20 digits. See docs/formats/debezium.md.
#}
{% macro _debezium_lsn_number(lsn, within=none) -%}
    {%- set file = "cast(conv(left(" ~ lsn ~ ", 8), 16, 10) as decimal(38, 0))" -%}
    {%- if within -%}
        {%- set file = "(65535 - least(greatest(cast(conv(left(" ~ within ~ ", 8), 16, 10) as decimal(38, 0)) - " ~ file ~ ", 0), 65535))" -%}
    {%- endif -%}
    case when {{ lsn }} rlike '^[0-9A-Fa-f]{8}:[0-9A-Fa-f]{8}:[0-9A-Fa-f]{4}\\z' then
        {{ file }} * 281474976710656
        + cast(conv(substring({{ lsn }}, 10, 8), 16, 10) as decimal(20, 0)) * 65536
        + cast(conv(right({{ lsn }}, 4), 16, 10) as decimal(20, 0))
    end
{%- endmacro %}
