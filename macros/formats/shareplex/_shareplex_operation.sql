{#
    The operation that meta.op names, in the table's words or the samples' letters, whatever their case and whether there
    are spaces, underscores or hyphens in them; NULL when it names none. The letters of truncate and drop column are
    inferred: the vendor prints none. Source: DTS, "Data formats of a Kafka cluster", Shareplex JSON.
#}
{% macro _shareplex_operation(op) -%}
    {%- set spellings = {
        "insert": ["INSERT", "INS", "I"],
        "update": ["UPDATE", "UPD", "U"],
        "delete": ["DELETE", "DEL", "D"],
        "truncate": ["TRUNCATE", "TRUNC", "TRUNCATETABLE", "T"],
        "drop_column": ["DROPCOLUMN", "DROPCOL"],
        "update_before": ["UPDATEBEFORE", "UPDBEFORE", "UB"],
        "update_after": ["UPDATEAFTER", "UPDAFTER", "UA"],
    } -%}
    case upper(regexp_replace({{ op }}, '[\\s_-]', ''))
        {% for operation, words in spellings.items() %}{% for word in words %}when '{{ word }}' then '{{ operation }}' {% endfor %}{% endfor %}
    end
{%- endmacro %}
