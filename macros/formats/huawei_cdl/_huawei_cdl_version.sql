{#
    1 for CDL JSON and 2 for its Debezium variant, by payload.message_version, or by the fields if that is missing;
    NULL for any other message. Source: Huawei MRS, "CDL JSON and open-source Debezium JSON", table 1.
#}
{% macro _huawei_cdl_version(payload) -%}
    case
        when trim({{ payload }}.message_version) rlike '^1([.]0+)?$' then 1
        when trim({{ payload }}.message_version) rlike '^2([.]0+)?$' then 2
        when coalesce(trim({{ payload }}.message_version), '') <> '' then null
        when {{ payload }}.OPERATION is not null then 1
        when {{ payload }}.op is not null then 2
    end
{%- endmacro %}
