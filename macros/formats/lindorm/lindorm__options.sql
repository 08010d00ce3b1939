{#
    What a Lindorm stream may be told. Each option: default, allowed (none: anything), explanation.
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
            "explanation": "how values are read where the column's type does not say it: plain (sql), as base64 of bytes"
                ~ " (hbase), or as base64 where the image has a column ROW (auto)",
        },
    }) }}
{% endmacro %}
