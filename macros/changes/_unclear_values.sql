{#
    The conditions under which the texts from Spark's JSON reader may not be exact, so that _exact_texts has to look at the message:
    a dict of SQL, with none where no column can have such values.
    unclear: the texts are ambiguous, and the message is parsed once more, because
    - it has a number that the reader may round (_has_long_number),
    - its schema names an encoding for a column that is a string without `type` in the contract, or
    - a decimal that may be encoded has only digits, which could be a number as well as base64.
    reencoded: an encoded decimal needs more than the common decoding (_connect_is_reencoded).
    columns: those of the contract that _exact_texts handles; texts: SQL of the JSON texts with the images. cdc_value, which may have
    many rows, has been searched before them (_named_as_declared).
#}
{% macro _unclear_values(stream, contract, columns, texts) %}
    {% set message = spark_cdc._format(stream.format, "message")(stream) %}
    {% set has_key = contract.columns | selectattr("key") | list | length > 0 %}
    {% set declared, unclear, reencoded = {}, [], [] %}
    {% for c in columns if message.text %}
        {% set column = spark_cdc._string_literal(c.source) %}
        {% if spark_cdc._is_decimal(c) %}
            {# Of the before image, only the key is read. #}
            {% set images = ["cdc_after", "cdc_before", "cdc_message_key", "cdc_old_key"] if c.key else ["cdc_after"] if has_key else ["cdc_after", "cdc_before"] %}
            {% set encoding = spark_cdc._decimal_encoding(message, c) %}
            {% set encoded = spark_cdc._connect_is_decimal(encoding) %}
            {% set digits, other = [], [] %}
            {% for image in images %}
                {% set raw = image ~ ".`" ~ c.source ~ "`" %}
                {% do digits.append("coalesce(" ~ raw ~ " rlike " ~ spark_cdc._number_text() ~ ", false)") %}
                {% do other.append("coalesce(" ~ raw ~ " is not null and " ~ spark_cdc._connect_is_reencoded(c, raw, encoding) ~ ", false)") %}
            {% endfor %}
            {% do unclear.append(encoded ~ " and (" ~ digits | join(" or ") ~ ")") %}
            {% if c.data_type != "string" %}{% do reencoded.append(encoded ~ " and (" ~ other | join(" or ") ~ ")") %}{% endif %}
        {% endif %}
        {% if c.data_type == "string" %}{% do declared.setdefault((c.type or "").split("(")[0], []).append("cdc_types[" ~ column ~ "].type") %}{% endif %}
    {% endfor %}
    {% set schemas = [] %}
    {% for type, in_message in declared.items() %}
        {% set encodings = [] %}
        {% for name in spark_cdc._connect_encodings(type) %}{% do encodings.append("'" ~ name ~ "'") %}{% endfor %}
        {% do schemas.append("coalesce(arrays_overlap(array(" ~ in_message | join(", ") ~ "), array(" ~ encodings | join(", ") ~ ")), false)") %}
    {% endfor %}
    {% if schemas %}{% do unclear.append("cdc_types is not null and (" ~ schemas | join(" or ") ~ ")") %}{% endif %}
    {% for text in texts if columns %}{% do unclear.append("cdc_has_long_number" if text == "cdc_value" else spark_cdc._has_long_number(text)) %}{% endfor %}
    {{ return({
        "unclear": "cdc_class = 'change' and (" ~ unclear | join(" or ") ~ ")" if unclear else none,
        "reencoded": "cdc_class = 'change' and (" ~ reencoded | join(" or ") ~ ")" if reencoded else none,
    }) }}
{% endmacro %}
