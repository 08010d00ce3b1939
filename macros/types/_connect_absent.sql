{#
    A condition: the raw value is the connector's placeholder of a value that it did not send (an unchanged TOAST or LOB
    value), in any shape that it takes: the text; for bytes, the text encoded as binary.handling.mode says; for a uuid
    one named after the text; for hstore an object of the text; an array of one of these, or of the text's bytes as
    numbers; the JSON of these in a string column. placeholder: the connector's unavailable.value.placeholder, of which
    `hex:` begins one that is given as bytes. Source: FORMATS.md 4.4 and 4.7; Debezium, UnchangedToastedPlaceholder.
#}
{% macro _connect_absent(placeholder, column, raw) %}
    {% set type = column.data_type %}
    {% if modules.re.match("^hex:([0-9A-Fa-f]{2})+$", placeholder) %}
        {% set bytes = "X'" ~ placeholder[4:] ~ "'" %}
    {% else %}
        {% set bytes = "cast(" ~ spark_cdc._string_literal(placeholder) ~ " as binary)" %}
    {% endif %}
    {% set text = "cast(" ~ bytes ~ " as string)" %}
    {% set base64 = "base64(" ~ bytes ~ ")" %}
    {% set md5 = "md5(" ~ bytes ~ ")" %}
    {% set uuid = "concat(regexp_replace(" ~ md5 ~ ", '^(.{8})(.{4}).(.{3}).*$', '$1-$2-3$3-'), translate(substring(" ~ md5
        ~ ", 17, 1), '0123456789abcdef', '89ab89ab89ab89ab'), regexp_replace(" ~ md5 ~ ", '^.{17}(.{3})(.{12})$', '$1-$2'))" %}
    {% set scalars = [text, base64, "translate(" ~ base64 ~ ", '+/', '-_')", "lower(hex(" ~ bytes ~ "))", uuid] %}
    {# Java's bytes have a sign. #}
    {% set numbers = "transform(regexp_extract_all(hex(" ~ bytes ~ "), '(..)', 1), b -> (cast(conv(b, 16, 10) as int) + 128) % 256 - 128)" %}
    {% set is_array = type.startswith("array<") %}
    {% set element = type[6:-1] if is_array else "" %}
    {% if element in ["smallint", "int", "integer", "bigint"] %}
        {{ return("coalesce(" ~ raw ~ " = cast(" ~ numbers ~ " as " ~ type ~ "), false)") }}
    {% elif element == "binary" %}
        {{ return("coalesce(" ~ raw ~ " = array(" ~ bytes ~ "), false)") }}
    {% elif element == "string" %}
        {{ return("coalesce(size(" ~ raw ~ ") = 1 and get(" ~ raw ~ ", 0) in (" ~ scalars | join(", ") ~ "), false)") }}
    {% elif type == "string" %}
        {% set nested = ["to_json(map(" ~ text ~ ", " ~ text ~ "))", "to_json(" ~ numbers ~ ")"] %}
        {% for scalar in scalars %}{% do nested.append("to_json(array(" ~ scalar ~ "))") %}{% endfor %}
        {{ return("coalesce(" ~ raw ~ " in (" ~ (scalars + nested) | join(", ") ~ "), false)") }}
    {% elif type == "binary" %}
        {{ return("coalesce(" ~ raw ~ " in (" ~ scalars | join(", ") ~ "), false)") }}
    {% endif %}
    {{ return("false") }}
{% endmacro %}
