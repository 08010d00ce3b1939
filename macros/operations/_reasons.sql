{# The closed list of reasons for quarantine. docs/reference/classes.md, Reasons, explains them. #}
{% macro _reasons() %}
    {{ return([
        "malformed", "unknown_envelope", "unknown_operation", "missing_table", "missing_key", "missing_position",
        "image_contract", "bad_value", "mask_mismatch", "undecodable_binary", "oversized", "unknown_schema",
    ]) }}
{% endmacro %}
