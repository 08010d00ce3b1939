{#
    The names in a TRUNCATE statement, as an array: database or schema if there is one, and table; NULL if the statement
    is another one, an empty array if it is not of exactly one whole table. Comments ahead of it are skipped.
    See docs/formats/dts_avro.md.
#}
{% macro _dts_avro_truncated(ddl) -%}
    {%- set name -%}(?:(?:`[^`]*`){1,50}|(?:"[^"]*"){1,50}|\[[^\]]+\]|[^\s`"\[.,;*(]+){%- endset -%}
    {%- set start -%}(?i)^truncate\b\s*+(?:table\b\s*+)?+(?:only\b\s*+)?+{%- endset -%}
    {%- set table -%}{{ name }}(?:\s*[.]\s*{{ name }}){0,5}{%- endset -%}
    {%- set rest -%}\s*+(?:[*]\s*+)?(?!with\b|partition)(?=$|[;a-z/#-]){%- endset -%}
    {%- set names -%}
    transform(
        regexp_extract_all(regexp_extract(d, r'{{ start }}((?>{{ table }})){{ rest }}', 1), r'({{ name }})', 1),
        n -> case left(n, 1)
            when '`' then replace(substr(n, 2, length(n) - 2), '``', '`')
            when '"' then replace(substr(n, 2, length(n) - 2), '""', '"')
            when '[' then substr(n, 2, length(n) - 2)
            else n
        end
    )
    {%- endset -%}
    {{ spark_cdc._let("d", spark_cdc._without_comments_ahead(ddl), "case when d rlike r'" ~ start ~ "' then " ~ names ~ " end") }}
{%- endmacro %}
