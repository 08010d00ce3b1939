{#
    Raises an error unless a column with `from` names a known metadata column, has no other setting, and is a string.
    key: of the table; a row of a table without key cannot be stale.
#}
{% macro _check_from(what, meta, data_type, key) %}
    {% set known = ["cdc_database", "cdc_schema", "cdc_table"] + (["cdc_stale"] if key else []) %}
    {% set read = "docs/reference/contract.md" %}
    {% if meta["from"] not in known %}{{ spark_cdc._error(what ~ ", from", meta["from"], known, read) }}{% endif %}
    {% for other in meta if other != "from" %}
        {{ spark_cdc._error(what ~ ", " ~ other, meta[other], ["from alone (no message carries the column), or " ~ other ~ " without from"], read) }}
    {% endfor %}
    {% if data_type | default("", true) | string | lower | trim != "string" %}
        {{ spark_cdc._error(what ~ ", data_type", data_type, ["string, as the column has from"], read) }}
    {% endif %}
{% endmacro %}
