{#
    The operation in meta.op, in the words of the vendor's table or the letters of its samples, in any case and with or without
    spaces, underscores or hyphens; NULL if it is unknown. The letters of truncate and drop column are
    inferred, because the vendor prints none. Source: DTS, "Data formats of a Kafka cluster", Shareplex JSON.
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
