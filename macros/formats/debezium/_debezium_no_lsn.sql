{#
    The condition that a SQL Server LSN is missing: the rows of a snapshot have null, zeros such as 00, or the
    word NULL. Source: Debezium, Lsn.java.
#}
{% macro _debezium_no_lsn(lsn) -%}
    coalesce({{ lsn }}, '') rlike '^(NULL|[0:]*)\\z'
{%- endmacro %}
