{#
    A condition: the raw value is the connector's placeholder of a value that it did not send (an unchanged TOAST or LOB
    value), in any form: the text itself; for bytes, the text encoded by binary.handling.mode; for a uuid,
    one derived from the text; for hstore, an object of the text; for an array, one of these, or the text's bytes as
    numbers. placeholder: the connector's unavailable.value.placeholder; with
    `hex:` it is given as bytes. Every form is a literal, because the condition is in the SQL for each column.
    Source: Debezium, UnchangedToastedPlaceholder.
#}
{% macro _connect_absent(placeholder, column, raw) %}
    {% set type = column.data_type %}
    {% set element = type[6:-1] if type.startswith("array<") else "" %}
    {% if type not in ["string", "binary"] and element not in ["string", "binary", "smallint", "int", "bigint"] %}{{ return("false") }}{% endif %}
    {% set bytes = (placeholder | string).encode("utf-8") %}
    {% if modules.re.match("^hex:([0-9A-Fa-f]{2})+$", placeholder | string) %}{% set bytes = bytes.fromhex(placeholder[4:]) %}{% endif %}
    {% set text = bytes.decode("utf-8", "replace") %}
    {% set base64 = spark_cdc._base64_text(bytes) %}
    {% set md5 = local_md5(text) %}
    {% set uuid = md5[:8] ~ "-" ~ md5[8:12] ~ "-3" ~ md5[13:16] ~ "-" ~ "89ab"[md5[16] | int(0, 16) % 4] ~ md5[17:20] ~ "-" ~ md5[20:] %}
    {% set shapes = [text, base64, base64 | replace("+", "-") | replace("/", "_"), bytes.hex(), uuid] %}
    {# Java's bytes are signed. #}
    {% set numbers = [] %}
    {% for byte in bytes %}{% do numbers.append((byte + 128) % 256 - 128) %}{% endfor %}
    {% if type != "binary" %}
        {% set quoted = [] %}
        {% for shape in shapes %}{% do quoted.append('["' ~ (shape | replace("\\", "\\\\") | replace('"', '\\"')) ~ '"]') %}{% endfor %}
        {% set key = quoted[0][1:-1] %}
        {% set shapes = shapes + quoted + ["{" ~ key ~ ":" ~ key ~ "}", "[" ~ numbers | join(",") ~ "]"] %}
    {% endif %}
    {% set literals = [] %}
    {% for shape in shapes | unique %}{% do literals.append(spark_cdc._string_literal(shape)) %}{% endfor %}
    {{ return("coalesce(" ~ raw ~ " in (" ~ literals | join(", ") ~ "), false)") }}
{% endmacro %}
