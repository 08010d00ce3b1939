{#
    The fields of the envelope that the pipeline reads, as [name, Spark type]; with the images left out.
    See docs/formats/debezium.md.
#}
{% macro _debezium_envelope(stream) %}
    {% set control = [
        ["op", "string"], ["ts_ms", "bigint"],
        ["ddl", "string"], ["databaseName", "string"], ["schemaName", "string"],
    ] %}
    {% if stream.options.envelope == "flattened" %}
        {{ return(control + [
            ["__op", "string"], ["__deleted", "string"], ["__table", "string"], ["__db", "string"],
            ["__schema", "string"], ["__source_db", "string"], ["__source_schema", "string"],
            ["__source_table", "string"], ["__source_connector", "string"], ["__source_lsn", "string"],
            ["__source_file", "string"], ["__source_pos", "bigint"], ["__source_row", "bigint"],
            ["__source_ts_ms", "bigint"], ["__ts_ms", "bigint"], ["__source_snapshot", "string"], ["__snapshot", "string"],
        ]) }}
    {% endif %}
    {{ return(control + [
        ["transaction", "struct<id string>"],
        ["source", "struct<connector string, db string, `schema` string, `table` string, ts_ms bigint, `snapshot` string,"
            ~ " lsn string, file string, pos bigint, `row` bigint, commit_lsn string, change_lsn string,"
            ~ " event_serial_no string, scn string, commit_scn string, ssn string, ord bigint, txId string,"
            ~ " gtid string, collection string>"],
    ]) }}
{% endmacro %}
