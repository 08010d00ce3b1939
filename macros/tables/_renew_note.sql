{#
    After maintenance, sets the note of the snapshot that a table's last run left (cdc.snapshot) to the present one, if the rows are the
    same. So the next runs need not find out.
#}
{% macro _renew_note(table) %}
    {% set properties = spark_cdc._table_properties(table) %}
    {% set noted, now = properties["cdc.snapshot"], properties["snapshot"] %}
    {% if noted and noted != now and spark_cdc._same_rows(table, noted, now) %}
        {% do spark_cdc._set_properties(table, {"cdc.snapshot": now}) %}
    {% endif %}
{% endmacro %}
