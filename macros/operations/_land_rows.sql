{#
    Lines that are landing rows: a query with cdc_file, cdc_line (none without `numbered`, which sorts each file), the
    seven landing columns, and cdc_problem, a sentence if the line is not a landing row, else NULL.
    A value is either a JSON text, which lands with exactly its characters, or a problem: Spark would rewrite an object or a
    number. kcat -J calls the value `payload` and the
    timestamp `ts`, and lists headers as [name, value, name, value].
    text: the query of the lines (_land_text). timestamp: SQL for rows without one, or none.
#}
{% macro _land_rows(text, timestamp) %}
    {% set known = ["topic", "partition", "offset", "timestamp", "ts", "tstype", "broker", "key", "value", "payload", "headers"] %}
    {% set quoted = "'" ~ known | join("', '") ~ "'" %}
    with lines as (
        {{ text }}
    ),

    {#
        Half of a surrogate pair is no character: it would become a question mark, and Spark fails on it in a name. Two
        backslashes are an escaped backslash, and escape nothing else.
    #}
    checked as (
        select
            *,
            case
                when not is_valid_utf8(cdc_text) then 'it is not valid UTF-8'
                when replace(cdc_text, '\\\\', '') rlike '[\\\\]u[dD][89abAB][0-9a-fA-F]{2}(?![\\\\]u[dD][c-fC-F])|(?<![\\\\]u[dD][89abAB][0-9a-fA-F]{2})[\\\\]u[dD][c-fC-F]'
                    then 'it has an escape (uD800 to uDFFF) that is no character'
            end as cdc_unreadable
        from lines
        where cdc_text rlike '[^ \\t\\r]'
    ),

    {# The frame detects text after an object, which the parser itself ignores. #}
    framed as (
        select
            *,
            case when cdc_unreadable is null then
                try_variant_get(try_parse_json(concat('{"row":[', cdc_text, '],"end":1}')), '$', 'map<string, variant>')
            end as cdc_frame
        from checked
    ),

    parsed as (
        select
            * except (cdc_frame),
            case when size(cdc_frame) = 2 then try_variant_get(cdc_frame['row'], '$', 'array<map<string, variant>>') end as cdc_rows
        from framed
    ),

    kinds as (
        select
            * except (cdc_rows),
            case when size(cdc_rows) = 1 then cdc_rows[0] end as r,
            transform(map_entries(case when size(cdc_rows) = 1 then cdc_rows[0] end), e -> struct(e.key as name, schema_of_variant(e.value) as kind)) as cdc_kinds
        from parsed
    ),

    named as (
        select
            *,
            get(filter(cdc_kinds, k -> k.name in ('value', 'payload')), 0) as v,
            get(filter(cdc_kinds, k -> k.name in ('timestamp', 'ts') and k.kind is not null and k.kind <> 'VOID'), 0) as t,
            get(filter(cdc_kinds, k -> k.name = 'key'), 0).kind as cdc_key_kind,
            get(filter(cdc_kinds, k -> k.name = 'headers'), 0).kind as cdc_headers_kind,
            get(filter(cdc_kinds, k -> k.name not in ({{ quoted }})), 0).name as cdc_other
        from kinds
    ),

    typed as (
        select
            *,
            case when schema_of_variant(r['topic']) = 'STRING' then try_variant_get(r['topic'], '$', 'string') end as topic,
            case when schema_of_variant(r['partition']) = 'BIGINT' then try_variant_get(r['partition'], '$', 'int') end as `partition`,
            case when schema_of_variant(r['offset']) = 'BIGINT' then try_variant_get(r['offset'], '$', 'bigint') end as `offset`,
            case
                when t.kind = 'BIGINT' then case when try_variant_get(r[t.name], '$', 'bigint') between 0 and 253402300799999
                    then timestamp_millis(try_variant_get(r[t.name], '$', 'bigint')) end
                when t.kind = 'STRING' then try_cast(try_variant_get(r[t.name], '$', 'string') as timestamp)
                {% if timestamp %}when t.name is null then {{ timestamp }}{% endif %}
            end as `timestamp`,
            case when cdc_key_kind = 'STRING' then try_variant_get(r['key'], '$', 'string') end as key,
            case when v.kind = 'STRING' then try_variant_get(r[v.name], '$', 'string') end as value,
            case
                when cdc_headers_kind = 'STRING' then try_variant_get(r['headers'], '$', 'string')
                when cdc_headers_kind like 'OBJECT%' then to_json(try_variant_get(r['headers'], '$', 'map<string, string>'), map('ignoreNullFields', 'false'))
                when cdc_headers_kind like 'ARRAY%' then concat('{', concat_ws(',', filter(transform(
                    try_variant_get(r['headers'], '$', 'array<string>'),
                    (name, i) -> case when i % 2 = 0 then {# The JSON of a map with one entry is in braces. #}
                        regexp_extract(to_json(
                            map(coalesce(name, ''), try_variant_get(r['headers'], concat('$[', i + 1, ']'), 'string')), map('ignoreNullFields', 'false')
                        ), '(?s)^.(.*).$', 1)
                    end
                ), h -> h is not null)), '}')
            end as headers
        from named
    )

    select
        cdc_file, cdc_line, topic, `partition`, `offset`, `timestamp`, key, value, headers,
        case
            when cdc_unreadable is not null then cdc_unreadable
            when r is null then 'it is not one JSON object (or has a name twice, or a text of more than 20000000 characters)'
            when cdc_other is not null then concat('a landing row has no "', regexp_replace(left(cdc_other, 40), '[^ -~]', '?'), '"')
            when topic is null or topic = '' then '"topic" must be a text'
            when `partition` is null or `partition` < 0 then '"partition" must be a whole number of at most 2147483647'
            when `offset` is null or `offset` < 0 then '"offset" must be a whole number'
            when `timestamp` is null then if(t.name is null,
                'it has no "timestamp" or "ts" (see the argument timestamp)',
                concat('"', t.name, '" must be milliseconds since 1970 or a text such as 2026-01-31T12:00:00Z'))
            when size(filter(cdc_kinds, k -> k.name in ('value', 'payload'))) <> 1 then 'it must have either "value" or "payload"'
            when v.kind not in ('STRING', 'VOID') then concat('"', v.name, '" must be a text or null, since any other JSON would not stay as it is')
            when cdc_key_kind not in ('STRING', 'VOID') then '"key" must be a text or null, since any other JSON would not stay as it is'
            when cdc_headers_kind like 'OBJECT%' and not forall(map_values(try_variant_get(r['headers'], '$', 'map<string, variant>')), h -> schema_of_variant(h) in ('STRING', 'VOID'))
                or cdc_headers_kind like 'ARRAY%' and (
                    size(try_variant_get(r['headers'], '$', 'array<variant>')) % 2 = 1
                    or not forall(try_variant_get(r['headers'], '$', 'array<variant>'), h -> schema_of_variant(h) in ('STRING', 'VOID'))
                )
                or cdc_headers_kind rlike '^(BIGINT|DECIMAL|DOUBLE|FLOAT|BOOLEAN)' then '"headers" must be a text, an object of texts or a list of names and texts'
        end as cdc_problem
    from typed
{% endmacro %}
