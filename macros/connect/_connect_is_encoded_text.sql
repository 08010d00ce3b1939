{#
    The condition that the schema of a message names an encoding whose value is no text yet: of a Decimal, a date or a time.
    Not of the family that the contract declares, which reads it already. own: SQL, the schema's name of the type.
    declared: SQL, the contract's `type`, empty for none.
#}
{% macro _connect_is_encoded_text(own, declared) -%}
    coalesce(
        {{ own }} rlike '^(org[.]apache[.]kafka[.]connect[.]data[.](Decimal|Date|Time|Timestamp)|io[.]debezium[.]data[.]VariableScaleDecimal|io[.]debezium[.]time[.](Date|Time|MicroTime|NanoTime|Timestamp|MicroTimestamp|NanoTimestamp))$'
        and regexp_extract({{ own }}, '(Decimal|Date|Timestamp|Time)$', 1) <> regexp_extract({{ declared }}, '(Decimal|Date|Timestamp|Time)$', 1),
        false
    )
{%- endmacro %}
