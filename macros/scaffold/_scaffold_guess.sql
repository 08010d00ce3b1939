{#
    The proposal for a column beside the type that its messages show, or none: {reason, data_type, type, warns};
    data_type is none if there is nothing to declare. It is a guess from values and is written as a comment.
    proposals: of _proposals. column: of _scaffold_observed. values: of _scaffold_values.
    The only text from messages in it is numbers that were read as numbers, and words of a fixed list.
#}
{% macro _scaffold_guess(proposals, column, values) %}
    {% set n = values["values"] %}
    {% set kinds = column.evidence.split(", ") | reject("equalto", "JSON null") | list %}
    {% set from_schema = kinds | reject("in", ["JSON integer", "JSON long integer", "JSON fraction", "JSON text", "JSON boolean", "JSON array", "JSON object"]) | list | length > 0 %}
    {% set type = column.data_type %}
    {% if not n %}{{ return(none) }}{% endif %}

    {# Sentinels: values that stand for something else. #}
    {% set strange = [] %}
    {% if values.sentinels %}{% do strange.append(values.sentinels ~ " of " ~ n ~ " values stand for " ~ proposals.sentinels[values.sentinel] ~ " (such as " ~ values.sentinel ~ ")") %}{% endif %}
    {% if values.infinite %}{% do strange.append(values.infinite ~ " of " ~ n ~ " values are the word infinity") %}{% endif %}
    {% if values.not_numbers %}{% do strange.append(values.not_numbers ~ " of " ~ n ~ " values are NaN") %}{% endif %}
    {% if values.zero_dates %}{% do strange.append(values.zero_dates ~ " of " ~ n ~ " values are zero dates (0000-00-00)") %}{% endif %}
    {% set is_time = type in ["date", "timestamp", "timestamp_ntz"] %}
    {% set is_exact = type.startswith("decimal") or type in ["tinyint", "smallint", "int", "bigint"] %}
    {% if is_time and proposals.times and type == "date" and values.numbers and (values.least < -719162 or values.greatest > 2932896) %}
        {% do strange.append("some values are days outside the years 0001 to 9999, as infinity may come") %}
    {% endif %}
    {% if strange and (is_time or (is_exact and (values.infinite or values.not_numbers))) %}
        {{ return({
            "reason": strange | join(", ") ~ ", which " ~ type ~ " cannot hold: such a change is quarantined as bad_value. This keeps them:",
            "data_type": "string", "type": none, "keeps_type": true, "warns": strange | join(", ") ~ ", which " ~ type ~ " cannot hold; declare string to keep them",
        }) }}
    {% endif %}
    {% if type == "string" and not from_schema and (values.infinite or values.not_numbers) and "JSON fraction" in kinds + (["JSON fraction"] if "JSON integer" in kinds else [])
        and values.fractions + values.infinite + values.not_numbers == n %}
        {{ return({
            "reason": strange | join(", ") ~ ", and the others are numbers. double holds both:", "data_type": "double", "type": none,
            "warns": strange | join(", ") ~ "; declare double to read the others as numbers",
        }) }}
    {% endif %}
    {% if type == "string" and (values.infinite or values.zero_dates) and values.dates + values.infinite == n %}
        {{ return({
            "reason": strange | join(", ") ~ ", and the others look like dates. Keep string, for date and timestamp cannot hold these.", "data_type": none,
            "warns": strange | join(", ") ~ "; keep string, for date and timestamp cannot hold them",
        }) }}
    {% endif %}
    {% if from_schema or column.key_number or kinds | length != 1 %}{{ return(none) }}{% endif %}

    {# Encodings: all values must agree with the guess. #}
    {% set kind = kinds[0] %}
    {% set is_id = modules.re.search("(^|[a-z0-9_])[Ii][Dd]$|^ID$", column.name) %}
    {% if kind == "JSON integer" and proposals.times and values.numbers and values.numbers + values.sentinels == n and not is_id %}
        {% set named = modules.re.search("date|day|birth|dob|valid|since|until|due|expir|_on$|_at$|_from$|_to$", column.name | lower) %}
        {% set first, last = (-7305, 47482) if named else (7305, 25567) %}
        {% set millis = 86400000 %}
        {% set found = namespace(unit=none, divisor=1) %}
        {% if first <= values.least and values.greatest <= last and (named or n >= 5) %}{% set found.unit, found.multiple, found.divisor = "days", millis, 1 %}{% endif %}
        {% for unit, scale in {"milliseconds": 1, "microseconds": 1000, "nanoseconds": 1000000}.items() %}
            {# The numbers from 1980 to 2100 in one unit are no plausible times in another. #}
            {% if 315532800000 * scale <= values.least and values.greatest <= 4102444800000 * scale %}{% set found.unit, found.multiple, found.divisor = unit, 1, scale %}{% endif %}
        {% endfor %}
        {% set reading = proposals.times.get("fine nanoseconds" if found.unit == "nanoseconds" and values.nanos and "fine nanoseconds" in proposals.times else found.unit) %}
        {% if reading %}
            {% set days = [] %}
            {% for number in [values.least, values.greatest] %}
                {% set moment = modules.datetime.datetime(1970, 1, 1) + modules.datetime.timedelta(milliseconds=number * found.multiple // found.divisor) %}
                {% do days.append(moment.strftime("%Y-%m-%d")) %}
            {% endfor %}
            {{ return({
                "reason": "A guess: " ~ ("the other " if strange else "all ") ~ values.numbers ~ " values are from " ~ days[0] ~ " to " ~ days[1] ~ " if they are " ~ found.unit
                    ~ " since 1970-01-01" ~ ("; " ~ strange | join(", ") ~ ", which only string and bigint hold" if strange else "") ~ ". If so, declare:",
                "data_type": reading[0], "type": reading[1], "warns": strange | join(", ") if strange else none,
            }) }}
        {% endif %}
    {% elif kind == "JSON text" and proposals.decimal and values.decimals == n and values.padded %}
        {{ return({
            "reason": "A guess: all " ~ n ~ " values are base64 of at most 16 bytes, the encoding of decimals. No message has the scale: set the source's precision and scale. (If they are bytes: data_type binary.)",
            "data_type": "decimal(38,2)", "type": proposals.decimal, "warns": none,
        }) }}
    {% elif kind == "JSON array" and proposals.arrays and n in [values.integer_arrays, values.text_arrays] and values.arrays == n %}
        {% set element = "bigint" if values.integer_arrays == n else "string" %}
        {{ return({"reason": "All " ~ n ~ " values are arrays of " ~ ("integers" if element == "bigint" else "texts") ~ ". string keeps their JSON; to read them as arrays, declare:", "data_type": "array<" ~ element ~ ">", "type": none, "warns": none}) }}
    {% elif values.objects + values.arrays == n %}
        {{ return({
            "reason": "All " ~ n ~ " values are JSON " ~ ("objects" if values.objects == n else "arrays" if values.arrays == n else "objects or arrays") ~ (" in a text" if kind == "JSON text" else "")
                ~ ". string keeps their JSON, for functions such as get_json_object.",
            "data_type": none, "warns": none,
        }) }}
    {% endif %}
    {{ return(none) }}
{% endmacro %}
