{# The options of a statement that writes only if no other run has added rows to a table since `snapshot` (delta__append). #}
{% macro delta__writer(table, snapshot) %}
    {% set looked = spark_cdc._delta_version(snapshot) %}
    {% set found = [] %}
    {% for limit in [50, none] if not found %}
        {% for version in spark_cdc._delta_versions(table, limit) if version.version <= looked and (version.operation == "create" or version.mark.startswith("spark_cdc ")) %}
            {% do found.append(version.version) %}
        {% endfor %}
    {% endfor %}
    {{ return("with ('txnAppId' = 'spark_cdc', 'txnVersion' = '" ~ (found[0] if found else looked) ~ "', 'userMetadata' = '" ~ spark_cdc._delta_mark(snapshot) ~ "')") }}
{% endmacro %}
