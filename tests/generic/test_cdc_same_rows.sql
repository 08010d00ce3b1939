{#
    Fails with each row that only one side has, or has more often; NULL equals NULL. model: the relation under test;
    expected: the relation with the expected rows, in the same columns.
#}
{% test cdc_same_rows(model, expected) %}
    {% set columns = adapter.get_columns_in_relation(expected) | map(attribute="quoted") | join(", ") if execute else "1" %}
    (select 'only in the table' as cdc_side, {{ columns }} from {{ model }} except all select 'only in the table', {{ columns }} from {{ expected }})
    union all
    (select 'only expected' as cdc_side, {{ columns }} from {{ expected }} except all select 'only expected', {{ columns }} from {{ model }})
{% endtest %}
