{#
    The text of a value that may be of an enum or a set. Canal sends an enum as the number of its label from 1 on (0: the
    empty text that MySQL stores for an invalid value), and a set as a bit mask of up to 64 members. A label itself is also
    accepted. NULL if the type does not have it; the value itself if the labels are not known. See docs/formats/canal.md.
#}
{% macro _canal_label_value(raw, type) -%}
    {%- set escaped = "replace(replace(" ~ raw ~ ", '\\\\', '\\\\b'), '\\'', '\\\\q')" -%}
    {%- set enum -%}
        case
            when {{ raw }} in ('', '0') then ''
            when {{ raw }} rlike '^[0-9]{1,5}$' and try_cast({{ raw }} as int) <= size(labels)
                then replace(replace(get(labels, try_cast({{ raw }} as int) - 1), '\\q', '\''), '\\b', '\\')
            when array_contains(labels, {{ escaped }}) then {{ raw }}
        end
    {%- endset -%}
    {#- The mask as the 64 bits of a bigint. -#}
    {%- set number = "try_cast(" ~ raw ~ " as decimal(20, 0))" -%}
    {%- set mask = "cast(case when " ~ number ~ " <= 9223372036854775807 then " ~ number ~ " when " ~ number
        ~ " <= 18446744073709551615 then " ~ number ~ " - 18446744073709551616 end as bigint)" -%}
    {%- set members -%}
        case when size(labels) >= 64 or shiftrightunsigned(mask, size(labels)) = 0 then
            replace(replace(array_join(filter(slice(labels, 1, 64), (l, i) -> shiftrightunsigned(mask, i) & 1 = 1), ','), '\\q', '\''), '\\b', '\\')
        end
    {%- endset -%}
    {%- set set_value -%}
        case
            when {{ raw }} rlike '^[0-9]{1,20}$' then {{ spark_cdc._let("mask", mask, members) }}
            when {{ raw }} = '' or forall(split({{ escaped }}, ','), m -> array_contains(labels, m)) then {{ raw }}
        end
    {%- endset -%}
    case
        when {{ type }} rlike '(?i)^ *enum *[(] *\'' then {{ spark_cdc._let("labels", spark_cdc._canal_labels(type), enum) }}
        when {{ type }} rlike '(?i)^ *set *[(] *\'' then {{ spark_cdc._let("labels", spark_cdc._canal_labels(type), set_value) }}
        else {{ raw }}
    end
{%- endmacro %}
