{#
    The options of a statement that writes only if no other run has added rows to a table, or replaced it, since `snapshot`: see
    delta__append.
#}
{% macro delta__writer(table, snapshot) %}
    {% set looked = spark_cdc._delta_version(snapshot) %}
    {% set found = [] %}
    {% for limit in [50, none] if looked >= 0 and not found %}
        {% for version in spark_cdc._delta_versions(table, limit) if version.version <= looked and (version.operation == "create" or version.mark.startswith("spark_cdc ")) %}
            {% do found.append(version.version) %}
        {% endfor %}
    {% endfor %}
    {# Delta takes no negative one. #}
    {% set number = (found[0] if found else looked) + 1 %}
    {{ return("('txnAppId' = 'spark_cdc', 'txnVersion' = '" ~ number ~ "', 'userMetadata' = '" ~ spark_cdc._delta_mark(snapshot) ~ "')") }}
{% endmacro %}
