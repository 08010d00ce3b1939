{# A hash of a change's content: whether it removes the row, which columns are absent, and each value. xxhash64 skips NULLs. #}
{% macro _content_hash(contract) -%}
    xxhash64(
        cdc_operation in ('delete', 'truncate'), cdc_absent
        {%- for column in contract.columns %}, `{{ column.name }}` is null, `{{ column.name }}`{% endfor -%}
    )
{%- endmacro %}
