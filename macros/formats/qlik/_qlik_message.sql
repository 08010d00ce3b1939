{#
    One strict parse of a message's text with the fields that its event needs: a struct {m, eof, bad} as _unframed() gives it.
    A message may be in the envelope (m.message) or bare.
#}
{% macro _qlik_message(text) -%}
    {%- set headers = "headers struct<operation string, changeSequence string, `timestamp` string, transactionId string,"
        ~ " changeMask string, columnMask string, transactionEventCounter string>" -%}
    {%- set body = "`schema` string, `table` string, schemaId string, lineage struct<`schema` string, `table` string,"
        ~ " tableVersion string, `timestamp` string>, tableStructure struct<tableColumns string>, dataSchema string" -%}
    case when is_valid_utf8({{ text }}) then {{ spark_cdc._parse_json(
        text, "magic string, type string, messageSchemaId string, message struct<" ~ headers ~ ", " ~ body ~ ">, " ~ headers ~ ", " ~ body
    ) }} end
{%- endmacro %}
