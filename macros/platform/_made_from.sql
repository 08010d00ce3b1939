{#
    The marker by which a table of totals notes in its SQL which making of its logs it adds up, for cdc_totals to keep:
    a log that was made anew calls for a new start. logs: relations or their names.
#}
{% macro _made_from(logs) %}
    {% set made = [] %}
    {% for log in logs %}{% do made.append(spark_cdc._table_property("cdc.made", log)) %}{% endfor %}
    {{ return("/* cdc: made from " ~ local_md5(tojson(made)) ~ " */") }}
{% endmacro %}
