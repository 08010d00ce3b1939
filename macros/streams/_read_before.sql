{#
    How far `this` log has read, by its note (_note_read): {table: snapshot}, or none if it is not known. The note is true of the
    snapshot that it names. properties: of `this`, or of another log, `table`.
#}
{% macro _read_before(properties, table=this) %}
    {% if properties["cdc.read"] and spark_cdc._same_rows(table, properties["cdc.snapshot"], properties["snapshot"]) %}{{ return(fromjson(properties["cdc.read"])) }}{% endif %}
    {{ return(none) }}
{% endmacro %}
