{#
    The fields of a change's images in cdc_value as map<string, variant>, where the texts of its values may not tell what
    they are; else NULL:
    - the message has a number that Spark's JSON reader may round in a text,
    - its schema names an encoding of a column that the contract has as a plain string, or
    - a decimal that may be encoded has digits, which could be a number as well as base64.
    columns: those of the contract that _exact_texts is asked for. places: a list of [text, path] (SQL), where in which JSON
    the images are; an earlier one's field counts before a later one's. An image may be a text that holds JSON, as MongoDB's are.
#}
{% macro _image_fields(stream, contract, columns, places) %}
    {% set message = spark_cdc._format(stream.format, "message")(stream) %}
    {% set declared, unclear = [], [] %}
    {% for c in columns %}
        {% if spark_cdc._is_decimal(c) %}
            {# Of the row that goes, a key is all that is read. #}
            {% set images = ["cdc_after", "cdc_before", "cdc_message_key", "cdc_old_key"] if c.key
                else ["cdc_after"] if contract.columns | selectattr("key") | list else ["cdc_after", "cdc_before"] %}
            {% set digits = [] %}
            {% for image in images %}
                {% do digits.append("coalesce(" ~ image ~ ".`" ~ c.source ~ "` rlike " ~ spark_cdc._number_text() ~ ", false)") %}
            {% endfor %}
            {% do unclear.append(spark_cdc._encoded_decimal(message, c) ~ " and (" ~ digits | join(" or ") ~ ")") %}
        {% endif %}
        {% if c.data_type == "string" %}
            {% do declared.append("struct(" ~ spark_cdc._string_literal(c.source) ~ " as name, '" ~ (c.type or "").split("(")[0] ~ "' as type)") %}
        {% endif %}
    {% endfor %}
    {% set conditions = [] %}
    {% if message.text and declared %}
        {% do conditions.append("cdc_types is not null and exists(array(" ~ declared | join(", ") ~ "), d -> " ~ spark_cdc._connect_is_encoded_text("cdc_types[d.name].type", "d.type") ~ ")") %}
    {% endif %}
    {% if message.text %}{% do conditions.extend(unclear) %}{% endif %}
    {#
        Of a number with a fraction or an exponent: 16 digits, or an exponent from 15 on or of three digits, for which Java
        may write other digits (8.41e21). The look ahead passes over all others.
    #}
    {% set long_number = "[:,\\[]\\s*+-?+(?=[0-9]*+[.eE])(?:0*[.]?0*(?:[0-9][.]?){16}|[0-9.]+[eE](?:[+]?(?:1[5-9]|[2-9][0-9])|[-+]?[0-9]{3}))" %}
    {% for text in places | map(attribute=0) | unique %}{% do conditions.append(text ~ " rlike " ~ spark_cdc._string_literal(long_number)) %}{% endfor %}
    {% set object = "try_variant_get(v, '$', 'map<string, variant>')" %}
    {% set inner = "try_variant_get(try_parse_json(try_variant_get(v, '$', 'string')), '$', 'map<string, variant>')" %}
    case when cdc_class = 'change' and ({{ conditions | join(" or ") }}) then
        aggregate(
            array({% for text, path in places %}struct({{ text }} as text, {{ path }} as path){{ ", " if not loop.last }}{% endfor %}),
            cast(map() as map<string, variant>),
            (found, place) -> map_zip_with(
                found,
                aggregate(
                    split(place.path, '[.]'),
                    try_parse_json(place.text),
                    (v, s) -> if(s = '$', v, coalesce(try_element_at({{ object }}, s), get(try_variant_get(v, '$', 'array<variant>'), try_cast(s as int)))),
                    v -> coalesce({{ object }}, {{ inner }}, cast(map() as map<string, variant>))
                ),
                (name, first, next) -> coalesce(first, next)
            )
        )
    end
{% endmacro %}
