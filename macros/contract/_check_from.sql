{#
    Raises an error unless a column with `from` names a known metadata column, has no other setting, and is a string.
    what: the column, as an error names it. meta: the column's settings. data_type: the column's. key: of the table; a row of a table without key cannot be stale.
#}
{% macro _check_from(what, meta, data_type, key) %}
    {% set known = ["cdc_database", "cdc_schema", "cdc_table"] + (["cdc_stale"] if key else []) %}
    {% if meta["from"] not in known %}{{ spark_cdc._error("column_from", column=what, given=meta["from"], allowed=known) }}{% endif %}
    {% for other in meta if other != "from" %}
        {{ spark_cdc._error("column_from_alone", column=what, setting=other, given=meta[other]) }}
    {% endfor %}
    {% if data_type | default("", true) | string | lower | trim != "string" %}
        {{ spark_cdc._error("column_from_data_type", column=what, given=data_type) }}
    {% endif %}
{% endmacro %}
