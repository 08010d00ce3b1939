{# A SQL Server LSN (00000027:00000ac0:0002) as a number of the same order. Source: FORMATS.md 4.3. #}
{% macro _debezium_lsn_number(lsn) -%}
    (
        cast(conv(split({{ lsn }}, ':')[0], 16, 10) as decimal(38, 0)) * 281474976710656
        + cast(conv(split({{ lsn }}, ':')[1], 16, 10) as decimal(20, 0)) * 65536
        + cast(conv(split({{ lsn }}, ':')[2], 16, 10) as decimal(20, 0))
    )
{%- endmacro %}
