{#
    The digits of a Connect Decimal, base64 of the big-endian unscaled number and a scale, as text with all of the scale's decimal
    places; NULL for what is no base64, for more than 38 digits, and for a scale beyond any database's.
#}
{% macro _connect_digits(base64, scale) -%}
    {%- set digits -%}
    case
        when d.scale between 1 and 16383 then concat(
            if(d.unscaled like '-%', '-', ''),
            regexp_replace(
                concat(repeat('0', d.scale + 1), ltrim('-', d.unscaled)), concat('^0*([0-9]+)([0-9]{', d.scale, '})$'), '$1.$2'
            )
        )
        when d.scale between -16383 and 0 then concat(d.unscaled, if(d.unscaled = '0', '', repeat('0', -d.scale)))
    end
    {%- endset -%}
    {%- set unscaled = spark_cdc._let("h", "hex(try_to_binary(" ~ base64 ~ ", 'base64'))", "cast(" ~ spark_cdc._unscaled("h") ~ " as string)") -%}
    {{ spark_cdc._let("d", "named_struct('scale', " ~ scale ~ ", 'unscaled', " ~ unscaled ~ ")", digits) }}
{%- endmacro %}
