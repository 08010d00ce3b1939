{#
    Where a message has the names of columns, so that they may match without regard to case; none where they may not: MongoDB tells names apart
    by case.
    objects: JSON paths of the objects whose fields are columns. value_of: the field whose value names a column, or none.
    nested: whether fields of other objects could have such a name too.
#}
{% macro debezium__column_names(stream) %}
    {% if stream.options.envelope == "mongodb" %}{{ return(none) }}{% endif %}
    {% set images = ["$", "$.payload"] if stream.options.envelope == "flattened" else ["$.before", "$.after", "$.payload.before", "$.payload.after"] %}
    {{ return({"objects": images, "value_of": "field", "nested": true}) }}
{% endmacro %}
