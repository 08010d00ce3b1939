{#
    True when the changes log holds a key change whose new row left columns to be carried over from the old key (file
    statistics answer it), so that every other table is spared the work.
#}
{% macro _carries(changes) %}
    {% if not spark_cdc._runs() %}{{ return(false) }}{% endif %}
    {{ return((spark_cdc._scalar("select count(*) from " ~ changes ~ " where cdc_class = 'change' and cdc_carries") or 0) | int > 0) }}
{% endmacro %}
