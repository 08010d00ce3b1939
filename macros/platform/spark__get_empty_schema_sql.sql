{#
    The empty query by which dbt compares a contract with a model. dbt quotes in it only the columns that the YAML marks
    `quote: true`, so that a name such as `ship to` made the view fail after everything below it was built. This dispatched
    override quotes all names, which changes no other name.
#}
{% macro spark__get_empty_schema_sql(columns) %}
    {% set quoted = {} %}
    {% for name, column in columns.items() %}
        {% set copy = dict(column) %}
        {% do copy.update({"quote": true}) %}
        {% do quoted.update({name: copy}) %}
    {% endfor %}
    {{ return(dbt.default__get_empty_schema_sql(quoted)) }}
{% endmacro %}
