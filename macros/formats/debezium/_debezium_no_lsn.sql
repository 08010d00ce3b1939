{#
    The condition that a SQL Server LSN is none: the rows of a snapshot have it as null, as zeros such as 00, or as the
    word NULL. Source: Debezium, Lsn.java.
#}
{% macro _debezium_no_lsn(lsn) -%}
    coalesce({{ lsn }}, '') rlike '^(NULL|[0:]*)\\z'
{%- endmacro %}
