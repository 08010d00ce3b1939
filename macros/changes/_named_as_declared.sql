{#
    The events of a table with its columns named as the contract names them. A message may name a column in another case
    (ADDRESS for address, as after an ALTER). Its text is then copied with the declared name in place of the other, so that
    everything that reads the message afterwards finds the column. In each object of the message, names match exactly first, then
    without regard to case if only one name matches and no other field of the message has it. For all other messages, this costs
    one regular expression.
    Adds cdc_landed: struct of the landed cdc_key and cdc_value where these are such copies, else NULL;
    cdc_unmatched: the sentence that explains why a message could not be copied, else NULL;
    and cdc_has_long_number, whether its value has a long number (_has_long_number), which is looked for here and not in its rows.
    See docs/semantics.md, Column names.
#}
{% macro _named_as_declared(stream, contract, events) %}
    {% set places = spark_cdc._column_names(stream) %}
    {% set long_number = "cdc_class = 'change' and " ~ spark_cdc._has_long_number("cdc_value") %}
    {% if not places or places.by_image %}
        {{ return("select *, cast(null as struct<cdc_key: string, cdc_value: string>) as cdc_landed, cast(null as string) as cdc_unmatched, " ~ long_number ~ " as cdc_has_long_number from " ~ events) }}
    {% endif %}
    {% set quoted, objects = [], [] %}
    {% for column in contract.columns %}{% do quoted.append("\\Q" ~ column.source ~ "\\E") %}{% endfor %}
    {% for path in places.objects %}{% do objects.append("get_json_object(cdc_value, '" ~ path ~ "')" if path != "$" else "cdc_value") %}{% endfor %}
    {% set declared = spark_cdc._names_of(contract.columns) %}
    {% set objects = objects | join(", ") %}
    {% set quoted = quoted | join("|") %}
    {% set suspicious = spark_cdc._string_literal("[{,]\\s*\"(?!(?:" ~ quoted ~ ")\")(?iu:" ~ quoted ~ ")\"") %}
    {% set escaped = spark_cdc._string_literal('"[^"\\\\]*\\\\u[^"]*"\\s*:') %}
    {# The one other name of a column whose own name is missing: the name of a field, or the value of a field that names a column. #}
    {% set other = "array_distinct(flatten(transform(filter(copy.names, o -> not array_contains(o, name)), o -> filter(o, n -> lower(n) = lower(name)))))" %}
    {% set having = "size(filter(copy.names, o -> array_contains(o, " ~ other ~ "[0])))" %}
    {% set field = "concat('([{,]\\\\s*\")\\\\Q', " ~ other ~ "[0], '\\\\E(\"\\\\s*:)')" %}
    {% set value = "concat('(\"" ~ places.value_of ~ "\"\\\\s*:\\\\s*\")\\\\Q', " ~ other ~ "[0], '\\\\E(\")')" %}
    {% set copied = [] %}
    {% for part in ["key", "value", "ddl_meta"] %}
        {% set text = "regexp_replace(copy." ~ part ~ ", " ~ field ~ ", concat('$1', name, '$2'))" %}
        {% do copied.append("'" ~ part ~ "', " ~ ("regexp_replace(" ~ text ~ ", " ~ value ~ ", concat('$1', name, '$2'))" if places.value_of else text)) %}
    {% endfor %}
    {% set renamed %}
        aggregate(
            {{ declared }},
            named_struct(
                'key', cast(cdc_key as string), 'value', cdc_value, 'ddl_meta', cast(cdc_ddl_meta as string), 'unclear', '',
                'names', array_compact(transform(
                    array({{ objects }}, cdc_key, get_json_object(cdc_key, '$.payload')), o -> json_object_keys(o)
                ))
            ),
            (copy, name) -> case
                when size({{ other }}) = 0 then copy
                {# An object may have both names, a nested field may have the name, or the name may be spelled with escapes. #}
                when size({{ other }}) > 1
                    or exists(copy.names, o -> array_contains(o, name) and array_contains(o, {{ other }}[0]))
                    {% if places.nested %}or regexp_count(copy.value, {{ field }}) > {{ having }}{% endif %}

                    or regexp_count(concat_ws(' ', copy.value, copy.key), {{ field }}) = 0 then
                    named_struct('key', copy.key, 'value', copy.value, 'ddl_meta', copy.ddl_meta, 'unclear', concat(copy.unclear, ' ', name), 'names', copy.names)
                else named_struct({{ copied | join(", ") }}, 'unclear', copy.unclear, 'names', copy.names)
            end
        )
    {% endset %}
    with copied as (
        select
            *,
            case
                {# If it were NULL for a message without key, Spark would evaluate the rest as well. #}
                when cdc_class = 'change' and coalesce(
                    cdc_value rlike {{ suspicious }} or cdc_key rlike {{ suspicious }} or contains(cdc_value, '\\u') and cdc_value rlike {{ escaped }},
                    false
                )
                    {# If each image has all names, none has another one. #}
                    and not (
                        exists(array({{ objects }}), o -> o is not null)
                        and forall(array({{ objects }}), o -> o is null or size(array_except({{ declared }}, json_object_keys(o))) = 0)
                    )
                    then {{ spark_cdc._resolved_apart(renamed) }}
            end as cdc_renamed,
            {{ long_number }} as cdc_has_long_number
        from {{ events }}
    )

    select
        * except (cdc_renamed, cdc_key, cdc_value, cdc_ddl_meta),
        coalesce(cdc_renamed.key, cdc_key) as cdc_key,
        coalesce(cdc_renamed.value, cdc_value) as cdc_value,
        coalesce(cdc_renamed.ddl_meta, cdc_ddl_meta) as cdc_ddl_meta,
        case when cdc_renamed is not null then struct(cdc_key, cdc_value) end as cdc_landed,
        case when cdc_renamed.unclear <> '' then concat(
            'columns are named in another case than the contract\'s, in more than one way or like other fields of the message:',
            cdc_renamed.unclear, '; declare the name in the message as source'
        ) end as cdc_unmatched
    from copied
{% endmacro %}
