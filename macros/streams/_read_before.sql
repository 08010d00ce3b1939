{#
    What `this` log has noted of how far it has read (_note_read), {table: snapshot}; none where nobody knows. properties: of
    `this`, or of another log, `table`.
#}
{% macro _read_before(properties, table=this) %}
    {% if properties["cdc.read"] and spark_cdc._same_rows(table, properties["cdc.snapshot"], properties["current-snapshot-id"]) %}{{ return(fromjson(properties["cdc.read"])) }}{% endif %}
    {{ return(none) }}
{% endmacro %}
