{#
    The condition that cdc_batch is later than `after` and at most `upto`, as SQL; true without either. Table formats skip files by it, which they
    do not by a lambda (_compared). Beside one, Spark compares the numbers apart from the rest of the query, and compiles that once.
#}
{% macro _in_batches(after=none, upto=none) -%}
    {%- set parts = (["cdc_batch > " ~ after] if after is not none else []) + (["cdc_batch <= " ~ upto] if upto is not none else []) -%}
    {{ (parts + [spark_cdc._compared("cdc_batch", "is not null")]) | join(" and ") if parts else "true" }}
{%- endmacro %}
