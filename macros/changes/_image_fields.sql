{#
    The fields of the image in cdc_value as map<string, variant>, for a message with a number that Spark's JSON
    reader may round in a text (_exact_texts) or a schema that names an encoding; else NULL. The image may be a text that
    holds JSON, as MongoDB's are.
    columns: of the contract, those of type string.
#}
{% macro _image_fields(stream, columns) %}
    {% set declared = [] %}
    {% for c in columns %}
        {% do declared.append("struct(" ~ spark_cdc._string_literal(c.source) ~ " as name, '" ~ (c.type or "").split("(")[0] ~ "' as type)") %}
    {% endfor %}
    {% set encoded = "cdc_types is not null and exists(array(" ~ declared | join(", ") ~ "), d -> " ~ spark_cdc._connect_is_encoded_text("cdc_types[d.name].type", "d.type") ~ ")" if spark_cdc._format(stream.format, "message")(stream).text else "false" %}
    {#
        Of a number with a fraction or an exponent: 16 digits, or an exponent from 15 on or of three digits, for which Java
        may write other digits (8.41e21). The look ahead passes over all others.
    #}
    {% set long_number = "[:,\\[]\\s*+-?+(?=[0-9]*+[.eE])(?:0*[.]?0*(?:[0-9][.]?){16}|[0-9.]+[eE](?:[+]?(?:1[5-9]|[2-9][0-9])|[-+]?[0-9]{3}))" %}
    {% set object = "try_variant_get(v, '$', 'map<string, variant>')" %}
    {% set inner = "try_variant_get(try_parse_json(try_variant_get(v, '$', 'string')), '$', 'map<string, variant>')" %}
    case when cdc_class = 'change' and (cdc_value rlike {{ spark_cdc._string_literal(long_number) }} or {{ encoded }}) then
        aggregate(
            split(if(cdc_image = 'before', cdc_before_path, cdc_after_path), '[.]'),
            try_parse_json(cdc_value),
            (v, s) -> if(s = '$', v, coalesce(try_element_at({{ object }}, s), get(try_variant_get(v, '$', 'array<variant>'), try_cast(s as int)))),
            v -> coalesce({{ object }}, {{ inner }}, cast(map() as map<string, variant>))
        )
    end
{% endmacro %}
