{# True when the raw value is the placeholder of an unchanged TOAST or LOB value, in any of its shapes. FORMATS.md 4.7. #}
{% macro debezium__absent(stream, column, raw) %}
    {% if stream.options.envelope == "mongodb" %}{{ return("false") }}{% endif %}
    {% set placeholder = stream.options.unavailable_value | replace("\\", "\\\\") | replace("'", "\\'") %}
    {% set type = column.data_type %}
    {% if type == "array<string>" %}{{ return("coalesce(" ~ raw ~ " = array('" ~ placeholder ~ "'), false)") }}{% endif %}
    {% if type in ["array<bigint>", "array<int>", "array<smallint>"] %}
        {{ return("coalesce(" ~ raw ~ " = cast(transform(split('" ~ placeholder ~ "', ''), c -> ascii(c)) as " ~ type ~ "), false)") }}
    {% endif %}
    {% if type not in ["string", "binary"] %}{{ return("false") }}{% endif %}
    {{ return("coalesce(" ~ raw ~ " in ('" ~ placeholder ~ "', base64(cast('" ~ placeholder ~ "' as binary)), lower(hex(cast('" ~ placeholder ~ "' as binary)))), false)") }}
{% endmacro %}
