{#
    What a log (a relation) has in its property cdc.older (see _note_unread): the dict, or none where it has none, or none
    that says anything of `floor`: with a larger lateness than before, older rows count.
#}
{% macro _unread_known(log, floor=none) %}
    {% set text = spark_cdc._table_property("cdc.older", log) %}
    {% if not text %}{{ return(none) }}{% endif %}
    {% set known = fromjson(text) %}
    {{ return(known if floor is none or known.floor <= floor else none) }}
{% endmacro %}
