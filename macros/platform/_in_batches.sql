{#
    The condition that cdc_batch is later than `after` and at most `upto`, as SQL; true without either. Table formats skip files by it. These numbers
    differ in every run. Beside a lambda, Spark compares them apart from the rest of the query, which it would compile again (_uncompiled).
#}
{% macro _in_batches(after=none, upto=none) -%}
    {%- set parts = (["cdc_batch > " ~ after] if after is not none else []) + (["cdc_batch <= " ~ upto] if upto is not none else []) -%}
    {{ (parts + ["exists(array(cdc_batch), b -> b is not null)"]) | join(" and ") if parts else "true" }}
{%- endmacro %}
