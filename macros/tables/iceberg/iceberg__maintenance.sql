{# See _maintenance. found: a query of one row. Source: Iceberg, Spark procedures. #}
{% macro iceberg__maintenance(table, keep, older_than, orphans_older_than) %}
    {% set system = "call system." %}
    {% set named = "(table => '" ~ table ~ "'" %}
    {% set kept = spark_cdc._scalar(
        "select cast(least(" ~ older_than ~ ", min(committed_at)) as string) from " ~ table ~ ".snapshots where snapshot_id in (" ~ (keep or ["-1"]) | join(", ") ~ ")"
    ) %}
    {{ return([
        {
            "what": "compact files",
            "found": "select concat(count_if(content = 0), ' data files of ', coalesce(round(sum(file_size_in_bytes) filter (where content = 0) / 1e6, 1), 0), ' MB, ',"
                ~ " count_if(content <> 0), ' files of deletes') from " ~ table ~ ".files",
            "sql": [
                system ~ "rewrite_data_files" ~ named ~ ", options => map('min-input-files', '5', 'delete-file-threshold', '5', 'remove-dangling-deletes', 'true'))",
                system ~ "rewrite_manifests" ~ named ~ ")",
            ],
        },
        {
            "what": "expire snapshots before " ~ kept,
            "found": "select concat(count_if(committed_at < timestamp'" ~ kept ~ "'), ' of ', count(*), ' snapshots') from " ~ table ~ ".snapshots",
            "sql": [system ~ "expire_snapshots" ~ named ~ ", older_than => timestamp'" ~ kept ~ "')"],
        },
        {
            "what": "remove orphan files",
            "found": none,
            "sql": [system ~ "remove_orphan_files" ~ named ~ ", older_than => timestamp'" ~ spark_cdc._scalar("select cast(" ~ orphans_older_than ~ " as string)") ~ "')"],
        },
    ]) }}
{% endmacro %}
