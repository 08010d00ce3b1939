{#
    Why a row is quarantined: struct<reason: string, detail: string>, or NULL for a usable row. Each condition
    is evaluated once for both, and only a quarantined row creates a struct.
    checks: a list of [condition, reason, sentence]; the first condition that holds decides. condition and sentence are
    SQL, reason is a code of _reasons(). A check without reason ([condition]) accepts the row, and no later check applies.
#}
{% macro _quarantine(checks) -%}
    case
        {%- for check in checks %}
        when {{ check[0] }} then {{ "struct('" ~ check[1] ~ "' as reason, " ~ check[2] ~ " as detail)" if check[1] else "null" }}
        {%- endfor %}
    end
{%- endmacro %}
