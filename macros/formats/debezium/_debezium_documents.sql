{#
    A MongoDB document (extended JSON, as text) as a struct of the contract's columns, each as text: a scalar out of its
    wrapper ({"$numberLong": "5"}, {"$date": ...}), an array or a document as its JSON. The text is parsed twice, once
    for the texts and once for the wrappers, so that a string that looks like a wrapper stays a string. NULL if the
    text is not one JSON object. A key column of type string is `=` and the text, or `!` if that text may be an id of
    two kinds, such as 7 and "7" (_debezium_id). Source: MongoDB Extended JSON, the strict, canonical and relaxed modes.
#}
{% macro _debezium_documents(columns, text) %}
    {% set wrapper = "struct<`$oid` string, `$numberLong` string, `$numberInt` string, `$numberDouble` string,"
        ~ " `$numberDecimal` string, `$date` string, `$binary` string, `$uuid` string, `$symbol` string, `$undefined` string>" %}
    {% set texts = [] %}
    {% set wrappers = [] %}
    {% set fields = [] %}
    {% set ids = [] %}
    {% for c in columns %}
        {% set is_id = c.key and c.data_type == "string" %}
        {% if is_id %}{% do ids.append("`" ~ c.source ~ "` variant") %}{% endif %}
        {% do texts.append("`" ~ c.source ~ "` string") %}
        {% do wrappers.append("`" ~ c.source ~ "` " ~ wrapper) %}
        {% set w = "d.w.m.`" ~ c.source ~ "`" %}
        {% set field = "case when " ~ w ~ " is null then d.t.m.`" ~ c.source ~ "` when "
            ~ w ~ ".`$undefined` is not null then null else coalesce("
            ~ w ~ ".`$oid`, " ~ w ~ ".`$numberLong`, " ~ w ~ ".`$numberInt`, " ~ w ~ ".`$numberDouble`, " ~ w ~ ".`$numberDecimal`, "
            ~ "get_json_object(" ~ w ~ ".`$date`, '$.$numberLong'), " ~ w ~ ".`$date`, "
            ~ "get_json_object(" ~ w ~ ".`$binary`, '$.base64'), " ~ w ~ ".`$binary`, " ~ w ~ ".`$uuid`, " ~ w ~ ".`$symbol`, "
            ~ "d.t.m.`" ~ c.source ~ "`) end" %}
        {% do fields.append("'" ~ c.source ~ "', " ~ (spark_cdc._debezium_id(c, field, "d.v.m.`" ~ c.source ~ "`") if is_id else field)) %}
    {% endfor %}
    {% set parsed = "named_struct('t', " ~ spark_cdc._parse_json(text, texts | join(", ")) ~ ", 'w', " ~ spark_cdc._parse_json(text, wrappers | join(", "))
        ~ (", 'v', " ~ spark_cdc._parse_json(text, ids | join(", ")) if ids else "") ~ ")" %}
    {{ return(spark_cdc._let("d", parsed, "case when d.t.eof is not null and d.t.m is not null then named_struct(" ~ fields | join(", ") ~ ") end")) }}
{% endmacro %}
