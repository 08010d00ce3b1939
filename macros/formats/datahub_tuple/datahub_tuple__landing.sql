{#
    Landing columns whose default differs from the common one. TUPLE lands as columns, so the message is built here: the
    whole row as a JSON object, with nulls, and times to the microsecond. Decimals become texts by way of a variant, because a
    string column would read a JSON number through a double; the type to cast to is the row's own type with string for
    decimal, each name quoted. There is no message key and there are no headers.
#}
{% macro datahub_tuple__landing() %}
    {% set type = "regexp_replace(regexp_replace(typeof(struct(landing.*)), 'decimal[(][0-9]+,[0-9]+[)]', 'string'), '([<,])([^:<>,]+):', '$1`$2`:')" %}
    {{ return({
        "key": "null",
        "headers": "null",
        "value": "to_json(variant_get(to_variant_object(struct(landing.*)), '$', " ~ type ~ "),"
            ~ " map('ignoreNullFields', 'false', 'timeZone', 'UTC',"
            ~ " 'timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX', 'timestampNTZFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS'))",
    }) }}
{% endmacro %}
