{# Errors in the declaration of a stream; see _errors. #}
{% macro _stream_errors() %}
    {{ return({
        "stream_source": {
            "what": "model {model}",
            "given": "it reads {given}",
            "allowed": "one landing source, or the routed model of one",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_not_declared": {
            "what": "source {source}",
            "given": "it has no config.meta.cdc",
            "advice": "Declare the stream there: its format at least",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_setting": {
            "what": "source {source}, meta.cdc",
            "given": "'{given}' is not known",
            "allowed": "{allowed}",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_name_twice": {
            "what": "source {source}",
            "given": "two sources are streams of this name ({first}, {second}), and row accounting distinguishes streams by name",
            "advice": "Give one another name, and its table as `identifier`",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_format": {
            "what": "source {source}, format",
            "given": "'{given}' is not known",
            "allowed": "{allowed}",
            "read": "docs/formats/index.md",
        },
        "stream_option": {
            "what": "source {source}, option",
            "given": "'{given}' is not known",
            "allowed": "{allowed}",
            "read": "docs/formats/{format}.md, Declaring the stream",
        },
        "stream_option_value": {
            "what": "source {source}, option {option}",
            "given": "invalid value '{given}'",
            "allowed": "{allowed}",
            "read": "docs/formats/{format}.md, Declaring the stream",
        },
        "stream_time_zone": {
            "what": "source {source}, option date_time_zone",
            "given": "invalid value '{given}'",
            "allowed": "a zone's name such as Asia/Shanghai, or an offset such as +08:00",
            "read": "docs/formats/{format}.md, Declaring the stream",
        },
        "stream_landing": {
            "what": "source {source}, landing",
            "given": "'{given}' is not known",
            "allowed": "{allowed}",
            "read": "docs/reference/settings.md, Landing columns",
        },
        "stream_landing_tables": {
            "what": "source {source}, landing_tables",
            "given": "invalid value '{given}'",
            "allowed": "a list of tables in the source's schema, or as schema.table, of letters, digits and underscores; % stands for any characters in a table's name",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_table_from_topic": {
            "what": "source {source}, table_from_topic",
            "given": "invalid value '{given}'",
            "allowed": "a text with {table}, and {schema} and {database} where the topic has them, each once, such as %.{schema}.{table}",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_null_messages": {
            "what": "source {source}, null_messages",
            "given": "invalid value '{given}'",
            "allowed": "tombstone, quarantine",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_lateness": {
            "what": "source {source}, lateness",
            "given": "invalid value '{given}'",
            "allowed": "a number and a unit, such as 12 hours or 7 days",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_max_bytes": {
            "what": "source {source}, max_bytes",
            "given": "invalid value '{given}'",
            "allowed": "a number of bytes from 1 to 20000000",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_offsets": {
            "what": "source {source}, offsets",
            "given": "invalid value '{given}'",
            "allowed": "contiguous, sparse",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_transactions": {
            "what": "source {source}, transactions",
            "given": "invalid value '{given}'",
            "allowed": "whole, partial",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "stream_heartbeat_every": {
            "what": "source {source}, heartbeat_every",
            "given": "invalid value '{given}'",
            "allowed": "a number and a unit, such as 30 seconds or 10 minutes",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "quarantine_limit": {
            "what": "{of}, quarantine_limit",
            "given": "invalid value '{given}'",
            "allowed": "a number of rows, 0 or more",
            "read": "docs/reference/settings.md, Settings of a stream",
        },
        "format_part": {
            "what": "format {format}",
            "given": "it has no macro {format}__{part}",
            "advice": "Add it to the format's folder",
            "read": "docs/adding_a_format.md, The folder",
        },
    }) }}
{% endmacro %}
