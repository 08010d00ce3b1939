{#
    A changeMask or columnMask as hexadecimal digits whose last one has the columns 1 to 4, without leading zeros; the
    empty text if no bit is set, NULL if it is not hexadecimal. With mask_byte_order bytes_le the first byte is the
    lowest. The pattern searches for a character that is no digit, because $ also matches before a final line break.
    See docs/formats/qlik.md.
#}
{% macro _qlik_mask(stream, mask) -%}
    {%- set digits = "upper(" ~ mask ~ ")" -%}
    {%- if stream.options.mask_byte_order == "bytes_le" -%}
        {%- set digits = "array_join(reverse(regexp_extract_all(concat(if(length(" ~ mask ~ ") % 2 = 1, '0', ''), " ~ digits ~ "), '(..)', 1)), '')" -%}
    {%- endif -%}
    case when {{ mask }} <> '' and {{ mask }} not rlike '[^0-9A-Fa-f]' then ltrim('0', {{ digits }}) end
{%- endmacro %}
