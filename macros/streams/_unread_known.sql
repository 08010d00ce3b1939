{#
    The property cdc.older (see _note_unread) of a log (a relation) as a dict. It is none if the log has none, or if it is not valid
    for `floor`: with a larger lateness than before, older rows count.
#}
{% macro _unread_known(log, floor=none) %}
    {% set text = spark_cdc._table_property("cdc.older", log) %}
    {% if not text %}{{ return(none) }}{% endif %}
    {% set known = fromjson(text) %}
    {{ return(known if floor is none or known.floor <= floor else none) }}
{% endmacro %}
