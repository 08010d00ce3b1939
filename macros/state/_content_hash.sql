{# A number that says what a change says: which row, that it goes or comes, and each value. xxhash64 passes over nulls. #}
{% macro _content_hash(contract) -%}
    xxhash64(
        cdc_operation in ('delete', 'truncate'), cdc_absent
        {%- for column in contract.columns %}, `{{ column.name }}` is null, `{{ column.name }}`{% endfor -%}
    )
{%- endmacro %}
