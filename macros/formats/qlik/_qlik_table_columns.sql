{# The columns of a metadata message's tableColumns as the text of an array by ordinal, NULL for none; see _qlik_schemas. #}
{% macro _qlik_table_columns(text) -%}
    {%- set column = "struct<ordinal int, " ~ spark_cdc._qlik_type_fields() ~ ">" -%}
    nullif(to_json(array_sort(transform(
        map_entries(from_json({{ text }}, 'map<string, {{ column }}>')),
        c -> struct(
            c.value.ordinal, c.key as name, c.value.type, c.value.length, c.value.precision, c.value.scale, c.value.primaryKeyPosition
        )
    ))), '[]')
{%- endmacro %}
