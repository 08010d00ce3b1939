{# Dispatched override: SHOW TABLE EXTENDED leaves out the views of an Iceberg catalog, so dbt would not find them. #}
{% macro spark__list_relations_without_caching(relation) %}
    {% set tables = run_query("show table extended in " ~ relation.schema ~ " like '*'") %}
    {% set known = tables.rows | map(attribute=1) | list %}
    {% set rows = [] %}
    {% for view in run_query("show views in " ~ relation.schema).rows if not view[2] and view[1] not in known %}
        {% set information = ["Type: VIEW"] %}
        {% if flags.WHICH == "generate" %}
            {% for column in spark_cdc._columns_of(relation.schema ~ "." ~ adapter.quote(view[1])) %}
                {% do information.append(" |-- " ~ column.name ~ ": " ~ column.type ~ " (nullable = true)") %}
            {% endfor %}
        {% endif %}
        {% do rows.append("('" ~ relation.schema ~ "', '" ~ view[1] ~ "', false, '" ~ (information | join("\\n") | replace("'", "\\'")) ~ "')") %}
    {% endfor %}
    {% if not rows %}{% do return(tables) %}{% endif %}
    {% set views = run_query("select * from values " ~ rows | join(", ") ~ " as views(namespace, tableName, isTemporary, information)") %}
    {% do return(tables.merge([tables, views]) if known else views) %}
{% endmacro %}
