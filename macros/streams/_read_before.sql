{#
    What `this` log has noted of how far it has read (_note_read), {table: snapshot}; none where nobody knows. properties: of
    `this`.
#}
{% macro _read_before(properties) %}
    {% if properties["cdc.read"] and properties["cdc.snapshot"] == properties["current-snapshot-id"] %}{{ return(fromjson(properties["cdc.read"])) }}{% endif %}
    {{ return(none) }}
{% endmacro %}
