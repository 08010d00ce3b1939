{#
    When the texts of a change's values are not what Spark's JSON reader gives, so that _exact_texts has to find them: a dict
    of conditions (SQL; none where no column can have such values).
    unclear: texts do not tell what the values are, and the message has to be looked at once more, because
    - it has a number that the reader may round in a text,
    - its schema names an encoding of a column that the contract has as a plain string, or
    - a decimal that may be encoded has digits, which could be a number as well as base64.
    reencoded: an encoded decimal is not as nearly all are (_connect_is_reencoded).
    columns: those of the contract that _exact_texts is asked for; texts: SQL of the JSON texts that hold images.
#}
{% macro _unclear_values(stream, contract, columns, texts) %}
    {% set message = spark_cdc._format(stream.format, "message")(stream) %}
    {% set has_key = contract.columns | selectattr("key") | list | length > 0 %}
    {% set declared, unclear, reencoded = {}, [], [] %}
    {% for c in columns if message.text %}
        {% set column = spark_cdc._string_literal(c.source) %}
        {% if spark_cdc._is_decimal(c) %}
            {# Of the row that goes, a key is all that is read. #}
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
    {#
        Of a number with a fraction or an exponent: 16 digits, or an exponent from 15 on or of three digits, for which Java
        may write other digits (8.41e21). The look ahead passes over all others.
    #}
    {% set long_number = "[:,\\[]\\s*+-?+(?=[0-9]*+[.eE])(?:0*[.]?0*(?:[0-9][.]?){16}|[0-9.]+[eE](?:[+]?(?:1[5-9]|[2-9][0-9])|[-+]?[0-9]{3}))" %}
    {% for text in texts if columns %}{% do unclear.append("coalesce(" ~ text ~ " rlike " ~ spark_cdc._string_literal(long_number) ~ ", false)") %}{% endfor %}
    {{ return({
        "unclear": "cdc_class = 'change' and (" ~ unclear | join(" or ") ~ ")" if unclear else none,
        "reencoded": "cdc_class = 'change' and (" ~ reencoded | join(" or ") ~ ")" if reencoded else none,
    }) }}
{% endmacro %}
