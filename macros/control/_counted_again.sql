{#
    The statement that replaces the table of counts in one step: logs are counted from their first row, and the rest stays.
    incremental: whether the table is there; added: queries of further counts.
#}
{% macro _counted_again(target, logs, incremental, added=[]) %}
    {% set counts = added | list %}
    {% if incremental %}
        {% do counts.append("select * from " ~ target ~ " where cdc_log not in ('" ~ logs | map(attribute="name") | join("', '") ~ "')") %}
    {% endif %}
    {% for log in logs %}
        {% do counts.append(spark_cdc._log_counts(log)) %}
        {% if incremental and log.counted %}{% do counts.append(spark_cdc._reads_of_lost_batches(log, target)) %}{% endif %}
    {% endfor %}
    create or replace table {{ target }}
    using {{ config.get("file_format") or var("cdc_file_format", "iceberg") }}
    as {{ counts | join(" union all ") }}
{% endmacro %}
