{#
    The digits of a Connect Decimal, base64 of the big-endian unscaled number and a scale, as text with all of the scale's decimal
    places; NULL if it is not base64, has more than 38 digits, or has a scale beyond that of any database.
#}
{% macro _connect_digits(base64, scale) -%}
    {#- Cut by length, because a pattern would backtrack over thousands of zeros. -#}
    {%- set padded = "lpad(ltrim('-', d.unscaled), greatest(length(ltrim('-', d.unscaled)), d.scale + 1), '0')" -%}
    {%- set digits -%}
    case
        when d.scale between 1 and 16383 then concat(
            if(d.unscaled like '-%', '-', ''),
            {{ spark_cdc._let("p", padded, "concat(left(p, length(p) - d.scale), '.', right(p, d.scale))") }}
        )
        when d.scale between -16383 and 0 then concat(d.unscaled, if(d.unscaled = '0', '', repeat('0', -d.scale)))
    end
    {%- endset -%}
    {%- set unscaled = spark_cdc._let("h", "hex(try_to_binary(" ~ base64 ~ ", 'base64'))", "cast(" ~ spark_cdc._unscaled("h") ~ " as string)") -%}
    {{ spark_cdc._let("d", "named_struct('scale', " ~ scale ~ ", 'unscaled', " ~ unscaled ~ ")", digits) }}
{%- endmacro %}
