{#
    The Spark type to propose for a column of the metadata: unsigned types get the next wider one, a TIME stays text,
    and so does any type without a Spark type that holds it. Source: Qlik Replicate, "Replicate data types".
#}
{% macro _qlik_spark_type(c) -%}
    case upper({{ c }}.type)
        when 'INT1' then 'tinyint'
        when 'INT2' then 'smallint'
        when 'INT4' then 'int'
        when 'INT8' then 'bigint'
        when 'UINT1' then 'smallint'
        when 'UINT2' then 'int'
        when 'UINT4' then 'bigint'
        when 'UINT8' then 'decimal(20,0)'
        when 'REAL4' then 'float'
        when 'REAL8' then 'double'
        when 'BOOLEAN' then 'boolean'
        when 'DATE' then 'date'
        when 'DATETIME' then 'timestamp_ntz'
        when 'TIMESTAMP' then 'timestamp_ntz'
        when 'BYTES' then 'binary'
        when 'BLOB' then 'binary'
        when 'NUMERIC' then if(
            {{ c }}.precision between 1 and 38 and {{ c }}.scale between 0 and {{ c }}.precision,
            concat('decimal(', {{ c }}.precision, ',', {{ c }}.scale, ')'), 'string'
        )
        else 'string'
    end
{%- endmacro %}
