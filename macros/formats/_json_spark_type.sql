{#
    The Spark type to propose for a kind of _json_fields(). A null proposes nothing. Arrays and objects stay text, because
    the elements of one message do not show those of the next one.
#}
{% macro _json_spark_type(kind) -%}
    case {{ kind }}
        when 'JSON integer' then 'bigint'
        when 'JSON long integer' then 'decimal(38,0)'
        when 'JSON fraction' then 'double'
        when 'JSON boolean' then 'boolean'
        when 'JSON text' then 'string'
        when 'JSON array' then 'string'
        when 'JSON object' then 'string'
    end
{%- endmacro %}
