{#
    The relation that has the rows that were appended to a table between two of its snapshots, as SQL, or none if the table format cannot
    give exactly these.
#}
{% macro _appended(table, from, to) %}
    {% if not spark_cdc._only_appended(table, from, to, ["append", "replace", "delete"]) %}{{ return(none) }}{% endif %}
    {{ return(spark_cdc._of_format("appended", to)(table, from, to)) }}
{% endmacro %}
