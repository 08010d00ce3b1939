{#
    The value of an HBase cell, the base64 of the bytes from Bytes.toBytes: big-endian numbers of exactly their size, a boolean as
    one byte (not 0 is true), a BigDecimal as its scale in four bytes and its unscaled number, a text as UTF-8.
    decoder: one of _lindorm_types(). Source: Lindorm, "Data format", Note; HBase, org.apache.hadoop.hbase.util.Bytes.
#}
{% macro _lindorm_bytes(column, raw, decoder) %}
    {% set type = column.data_type %}
    {% set bytes = "try_to_binary(" ~ raw ~ ", 'base64')" %}
    {% if decoder == "raw" %}{{ return(raw if type == "string" else bytes) }}{% endif %}
    {% set sizes = {"short": 2, "int": 4, "long": 8, "float": 4, "double": 8} %}
    {% if decoder == "decimal" %}
        {% set parts = "named_struct('scale', left(b, 8), 'unscaled', substring(b, 9))" %}
        {% set numbers = "named_struct('scale', cast(" ~ spark_cdc._unscaled("p.scale") ~ " as int), 'unscaled', " ~ spark_cdc._unscaled("p.unscaled") ~ ")" %}
        {% set number = spark_cdc._let("p", parts, spark_cdc._let("d", numbers, spark_cdc._scaled("d.unscaled", "d.scale", type))) %}
        {% set value = "case when length(b) > 8 then " ~ number ~ " end" %}
        {{ return(spark_cdc._let("b", "hex(" ~ bytes ~ ")", value)) }}
    {% elif decoder in ["float", "double"] %}
        {% set value = "case when length(b) = " ~ sizes[decoder] * 2 ~ " then " ~ spark_cdc._ieee_754("b", decoder) ~ " end" %}
        {% set fitting = "case when cast(v as " ~ type ~ ") = v then cast(v as " ~ type ~ ") end" if decoder == "double" and type != "double" else "cast(v as " ~ type ~ ")" %}
        {{ return(spark_cdc._let("b", "hex(" ~ bytes ~ ")", spark_cdc._let("v", value, fitting))) }}
    {% elif decoder in sizes %}
        {% set text = "case when length(b) = " ~ sizes[decoder] * 2 ~ " then cast(" ~ spark_cdc._unscaled("b") ~ " as string) end" %}
    {% elif decoder == "bool" %}
        {% set text = "case when length(b) = 2 then if(b = '00', 'false', 'true') end" %}
    {% else %}
        {% set text = "case when is_valid_utf8(cast(unhex(b) as string)) then cast(unhex(b) as string) end" %}
    {% endif %}
    {% set value = spark_cdc._exact_decimal("t", type) if type.startswith("decimal") else spark_cdc._lindorm_sql_value(column, "t", "cast(null as string)") %}
    {{ return(spark_cdc._let("b", "hex(" ~ bytes ~ ")", spark_cdc._let("t", text, value))) }}
{% endmacro %}
