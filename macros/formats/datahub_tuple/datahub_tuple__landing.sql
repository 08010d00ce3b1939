{#
    Landing columns whose default differs from the common one. TUPLE lands as columns, so the message is made here: the
    whole row as a JSON object, nulls kept, times to the microsecond. There is no message key and there are no headers.
#}
{% macro datahub_tuple__landing() %}
    {{ return({
        "key": "null",
        "headers": "null",
        "value": "to_json(struct(landing.*), map('ignoreNullFields', 'false', 'timeZone', 'UTC',"
            ~ " 'timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX', 'timestampNTZFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS'))",
    }) }}
{% endmacro %}
