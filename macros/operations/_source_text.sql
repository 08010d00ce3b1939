{#
    The lossless text of a column, in the SQL of a source database. column: its quoted name; found: its type in
    information_schema and its width; data_type: the contract's. Bytes become hexadecimal digits. An instant ends with
    Z, so that it differs from a time without zone. If the contract has a string, times have six decimals, as in the typed
    logs.
    Source: PostgreSQL 15, Data Type Formatting Functions; MariaDB, Date and Time Functions.
#}
{% macro _source_text(database, column, found, data_type) %}
    {% set text = spark_cdc._source_cast(database, column) %}
    {% set is_string = data_type == "string" %}
    {% if database == "postgresql" %}
        {% set utc = "(" ~ column ~ " at time zone 'UTC')" %}
        {% set as_written = {
            "timestamp with time zone": "to_char(" ~ utc ~ ", 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')" if is_string else "cast(" ~ utc ~ " as text) || 'Z'",
            "timestamp without time zone": "to_char(" ~ column ~ ", 'YYYY-MM-DD HH24:MI:SS.US')" if is_string else text,
            "time without time zone": "to_char(" ~ column ~ ", 'HH24:MI:SS.US')",
            "character": "rpad(" ~ text ~ ", " ~ found.width ~ ")",
            "bytea": "upper(encode(" ~ column ~ ", 'hex'))",
            "array": "cast(to_json(" ~ column ~ ") as text)",
        } %}
    {% else %}
        {% set hex = "hex(" ~ column ~ ")" %}
        {% set as_written = {
            "timestamp": "date_format(" ~ column ~ ", '%Y-%m-%dT%H:%i:%s.%fZ')" if is_string else "concat(" ~ text ~ ", 'Z')",
            "datetime": "date_format(" ~ column ~ ", '%Y-%m-%d %H:%i:%s.%f')" if is_string else text,
            "time": "time_format(" ~ column ~ ", '%H:%i:%s.%f')",
            "float": spark_cdc._source_cast(database, "cast(" ~ column ~ " as double)"),
            "bit": hex if data_type == "binary" else spark_cdc._source_cast(database, column ~ " + 0"),
            "binary": hex, "varbinary": hex, "tinyblob": hex, "blob": hex, "mediumblob": hex, "longblob": hex,
            "tinytext": column, "text": column, "mediumtext": column, "longtext": column, "varchar": column,
        } %}
    {% endif %}
    {{ return(as_written.get(found.type, text)) }}
{% endmacro %}
