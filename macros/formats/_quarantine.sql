{#
    Why a row is quarantined: struct<reason: string, detail: string>, or NULL for a row that can be used. Each condition
    is evaluated once for both, and only a quarantined row makes a struct.
    checks: a list of [condition, reason, sentence]; the first condition that holds decides. condition and sentence are
    SQL, reason is a code of _reasons(); without one ([condition]) the row passes, and no later check is asked.
#}
{% macro _quarantine(checks) -%}
    case
        {%- for check in checks %}
        when {{ check[0] }} then {{ "struct('" ~ check[1] ~ "' as reason, " ~ check[2] ~ " as detail)" if check[1] else "null" }}
        {%- endfor %}
    end
{%- endmacro %}
