{#
    The names in a TRUNCATE statement, as an array: database or schema if there is one, and table; NULL when the statement
    is another one, an empty array when it does not name exactly one table. Comments ahead of it are skipped.
    FORMATS.md 5.2.
#}
{% macro _dts_truncated(ddl) -%}
    {%- set name -%}(?:`(?:[^`]|``)+`|"(?:[^"]|"")+"|\[[^\]]+\]|[^\s`"\[.,;*(]+){%- endset -%}
    {%- set start -%}(?is)^(?:\s|/[*].*?[*]/|(?:--|#)[^\n]*\n)*+truncate\b\s*(?:table\b\s*)?(?:only\b\s*)?{%- endset -%}
    {%- set table -%}{{ name }}(?:\s*[.]\s*{{ name }})*{%- endset -%}
    {%- set names -%}
    transform(
        regexp_extract_all(regexp_extract(d, r'{{ start }}({{ table }})', 1), r'({{ name }})', 1),
        n -> case left(n, 1)
            when '`' then replace(substr(n, 2, length(n) - 2), '``', '`')
            when '"' then replace(substr(n, 2, length(n) - 2), '""', '"')
            when '[' then substr(n, 2, length(n) - 2)
            else n
        end
    )
    {%- endset -%}
    {%- set found -%}
    case
        when d rlike r'{{ start }}{{ table }}\s*[*]?\s*,' then cast(array() as array<string>)
        when d rlike r'{{ start }}' then {{ names }}
    end
    {%- endset -%}
    {{ spark_cdc._let("d", ddl, found) }}
{%- endmacro %}
