{#
    Whether the view of the running model has this query, and the names and types of columns that the query now has. A query that begins or ends
    with a comment counts as another one, because Spark keeps a view's text without it.
#}
{% macro _is_view_of(sql) %}
    {% set text = sql | trim %}
    {% set shown = spark_cdc._scalar("show create table " ~ this) | trim %}
    {% if not (shown.endswith("\nAS " ~ text) or shown.endswith("\nAS\n" ~ text)) %}{{ return(false) }}{% endif %}
    {{ return(spark_cdc._columns_of(this) == spark_cdc._columns_of("query " ~ text)) }}
{% endmacro %}
