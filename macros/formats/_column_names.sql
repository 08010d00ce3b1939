{#
    The places of column names in a stream's messages, where names may match without regard to case: a dict of
    objects (JSON paths of the objects whose fields are columns), value_of (the field whose value names a column, or none),
    nested (whether fields of other objects could have such a name, too) and by_image (whether the format's images match the names
    themselves, and no text is copied). It is none if names must match exactly.
    Derived from `images` and `names` of <format>__message.
#}
{% macro _column_names(stream) %}
    {% set message = spark_cdc._format(stream.format, "message")(stream) %}
    {% set names = message.names or {} %}
    {% set objects = [] %}
    {% for paths in message.images or [] %}{% do objects.extend(paths) %}{% endfor %}
    {% do objects.extend(names.objects or []) %}
    {{ return({"objects": objects, "value_of": names.value_of or none, "nested": names.get("nested", true), "by_image": names.by_image} if objects else none) }}
{% endmacro %}
