{# The closed list of reasons why a row is quarantined. docs/reference/classes.md, Reasons, says when. #}
{% macro _reasons() %}
    {{ return([
        "malformed", "unknown_envelope", "unknown_operation", "missing_table", "missing_key", "missing_position",
        "image_contract", "bad_value", "mask_mismatch", "undecodable_binary", "oversized", "unknown_schema",
    ]) }}
{% endmacro %}
