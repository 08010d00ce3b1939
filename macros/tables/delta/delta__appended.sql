{#
    The rows that were appended between two snapshots, if only appends, deletes and rewritten files lie between them: those of the
    table's change data feed, if it was on all the time. None if it was not, or if a vacuum may have removed a file that the feed reads.
    Source: Delta, Change data feed.
#}
{% macro delta__appended(table, from, to) %}
    {% if spark_cdc._table_property("delta.enableChangeDataFeed", table) != "true" %}{{ return(none) }}{% endif %}
    {% set versions = spark_cdc._delta_since(table, from, to) %}
    {% if versions is none or versions | selectattr("feeds") | list %}{{ return(none) }}{% endif %}
    {% set operations = versions | map(attribute="operation") | list %}
    {% if "vacuum" in operations and ("replace" in operations or "delete" in operations) %}{{ return(none) }}{% endif %}
    {% set first, last = spark_cdc._delta_version(from) + 1, spark_cdc._delta_version(to) %}
    {{ return(
        "(select * except (_change_type, _commit_version, _commit_timestamp) from table_changes('" ~ table | string | replace("'", "\\'") ~ "', " ~ first ~ ", " ~ last
        ~ ") where _change_type = 'insert')"
    ) }}
{% endmacro %}
