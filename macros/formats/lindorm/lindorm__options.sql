{#
    The options of a Lindorm stream. Each has default, allowed (none: anything) and explanation.
    Source: Lindorm, "Data format" and "Data subscription", limits.
#}
{% macro lindorm__options() %}
    {{ return({
        "images": {
            "default": "full", "allowed": ["full", "delta"],
            "explanation": "full: an image is the whole row, so a column that it lacks is NULL; delta: the subscription is"
                ~ " without OldImage and NewImage, and a column that the message lacks keeps its value",
        },
        "tables": {
            "default": "auto", "allowed": ["auto", "sql", "hbase"],
            "explanation": "the encoding of values if the column's type does not declare it: the JSON value as it is (sql), as base64 of"
                ~ " bytes (hbase), or as base64 where the image has a column ROW (auto)",
        },
    }) }}
{% endmacro %}
