{#
    A declared data_type in the spelling that the rest of the package uses, or a compile error. Allowed are text, numbers, times,
    binary, and arrays and structs of types that Spark's JSON reader reads exactly (inside of them it rounds decimals, shifts times
    and turns 128 into a negative tinyint). what: the column, for the error.
#}
{% macro _data_type(what, given) %}
    {% set names = {
        "integer": "int", "long": "bigint", "short": "smallint", "byte": "tinyint", "real": "float",
        "timestamp_ltz": "timestamp",
    } %}
    {% set simple = ["string", "boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "date", "timestamp", "timestamp_ntz", "binary"] %}
    {% set inner = ["string", "boolean", "smallint", "int", "bigint", "float", "double", "binary"] %}
    {% set text = modules.re.sub("\\s+", " ", given | default("", true) | string | lower | trim) %}
    {% set decimal = modules.re.match("(decimal|dec|numeric) ?(?:[(] ?([0-9]+) ?(?:, ?([0-9]+) ?)?[)])?$", text) %}
    {% if decimal %}
        {% set precision = (decimal.group(2) or 10) | int %}
        {% set scale = (decimal.group(3) or 0) | int %}
        {% if 1 <= precision <= 38 and scale <= precision %}{{ return("decimal(" ~ precision ~ "," ~ scale ~ ")") }}{% endif %}
    {% elif names.get(text, text) in simple %}
        {{ return(names.get(text, text)) }}
    {% elif modules.re.match("(array|struct) ?<.+>$", text) %}
        {# Without the names of a struct's fields, only types are left. #}
        {% set leaves = modules.re.findall("[^<>,: ]+", modules.re.sub("(?<=[<,])[^<>,:]+:", "", text)) %}
        {% if leaves | reject("in", inner + ["array", "struct"]) | list | length == 0 %}
            {{ return(text.split("<")[0] | trim ~ given[given.index("<"):]) }}
        {% endif %}
    {% endif %}
    {{ spark_cdc._error("column_data_type", column=what, given=given or "none", simple=simple, inner=inner | join("/")) }}
{% endmacro %}
