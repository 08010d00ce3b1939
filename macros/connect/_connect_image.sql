{# Columns of a parsed struct (at `paths` in cdc_value) as an image: only these, decimals as exact text; NULL of a NULL. #}
{% macro _connect_image(stream, columns, struct, paths) %}
    {% set image = spark_cdc._exact_image(stream, columns, struct, paths, "=") %}
    {% if image != struct %}{{ return(image) }}{% endif %}
    {{ return("case when " ~ struct ~ " is not null then " ~ spark_cdc._struct_of(struct, columns) ~ " end") }}
{% endmacro %}
