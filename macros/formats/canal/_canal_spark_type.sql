{#
    The Spark type to propose for a MySQL type in mysqlType, or for a `sqlType <number>` of java.sql.Types if
    the message has no mysqlType. That number describes the value and not the column (an unsigned number that is
    negative as a signed one has the next wider type's), so the widest type seen counts.
    See docs/formats/canal.md.
#}
{% macro _canal_spark_type(evidence) -%}
    {%- set mysql -%}
    case
        when p.base in ('tinyint', 'int1', 'bool', 'boolean') then if(p.is_unsigned, 'smallint', 'tinyint')
        when p.base in ('smallint', 'int2') then if(p.is_unsigned, 'int', 'smallint')
        when p.base in ('mediumint', 'int3', 'middleint') then 'int'
        when p.base in ('int', 'integer', 'int4') then if(p.is_unsigned, 'bigint', 'int')
        when p.base in ('bigint', 'int8') then if(p.is_unsigned, 'decimal(20,0)', 'bigint')
        when p.base = 'serial' then 'decimal(20,0)'
        when p.base = 'float' then 'float'
        when p.base in ('double', 'real') then 'double'
        when p.base in ('decimal', 'dec', 'numeric', 'fixed') then case
            when p.width is null then 'decimal(38,18)'
            when p.width > 38 then 'string'
            else concat('decimal(', p.width, ',', coalesce(p.scale, 0), ')')
        end
        when p.base = 'bit' then if(p.width = 1, 'boolean', 'decimal(20,0)')
        when p.base = 'date' then 'date'
        when p.base = 'datetime' then 'timestamp_ntz'
        when p.base = 'timestamp' then 'timestamp'
        when p.base = 'year' then 'int'
        when p.base in ('binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'geometry', 'point', 'linestring', 'polygon',
            'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection', 'geomcollection') then 'binary'
        else 'string'
    end
    {%- endset -%}
    {%- set number -%}
    case try_cast(substring(e, 9) as int)
        when -7 then 'decimal(20,0)' when -6 then 'tinyint' when 5 then 'smallint' when 4 then 'int' when -5 then 'bigint'
        when 7 then 'float' when 6 then 'double' when 8 then 'double' when 2 then 'decimal(38,18)' when 3 then 'decimal(38,18)'
        when 91 then 'date' when 93 then 'timestamp_ntz' when 2014 then 'timestamp' when 16 then 'boolean'
        when -2 then 'binary' when -3 then 'binary' when -4 then 'binary' when 2004 then 'binary'
        else 'string'
    end
    {%- endset -%}
    {%- set parts -%}
    named_struct(
        'base', lower(regexp_extract(e, '^ *([A-Za-z0-9]+)', 1)),
        'width', try_cast(regexp_extract(e, '^[^(\']*[(] *([0-9]{1,5})', 1) as int),
        'scale', try_cast(regexp_extract(e, '^[^(\']*[(] *[0-9]+ *, *([0-9]{1,5})', 1) as int),
        'is_unsigned', e rlike '(?i)[) ](unsigned|zerofill)'
    )
    {%- endset -%}
    {{ spark_cdc._let("e", evidence, "case when e like 'sqlType %' then " ~ number ~ " else " ~ spark_cdc._let("p", parts, mysql) ~ " end") }}
{%- endmacro %}
