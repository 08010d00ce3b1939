{#
    The newest versions of a Delta table, newest first, as a list of dicts:
    - version, id: the number, and the snapshot's id (delta__snapshot); time: of the commit, as 20 digits;
    - operation: append, overwrite, delete, replace (rewritten files), create (the table is created or replaced, or put back to an
      earlier version), vacuum, or "";
    - changes: whether it has changed rows or files (not vacuum, nor "");
    - feeds: whether it may have switched the change data feed, or changed a type in it; mark: the user's metadata of the commit (_delta_mark).
    limit: how many; none: all that are known.
#}
{% macro _delta_versions(table, limit=none) %}
    {% set operations = {
        "SET TBLPROPERTIES": "", "UNSET TBLPROPERTIES": "", "VACUUM START": "", "VACUUM END": "vacuum", "COMPUTE STATS": "", "ADD CONSTRAINT": "", "DROP CONSTRAINT": "",
        "ADD COLUMNS": "", "CHANGE COLUMN": "", "CHANGE COLUMNS": "", "UPGRADE PROTOCOL": "", "SET TABLE COMMENT": "", "CLUSTER BY": "",
        "OPTIMIZE": "replace", "REORG": "replace", "DELETE": "delete",
        "CREATE TABLE": "create", "CREATE TABLE AS SELECT": "create", "REPLACE TABLE": "create", "REPLACE TABLE AS SELECT": "create",
        "CREATE OR REPLACE TABLE": "create", "CREATE OR REPLACE TABLE AS SELECT": "create", "CONVERT": "create", "CLONE": "create", "RESTORE": "create",
    } %}
    {% set versions = [] %}
    {% for row in run_query("describe history " ~ table ~ (" limit " ~ limit if limit else "")).rows %}
        {% set given = row["operationParameters"] | string %}
        {% set is_append = row["operation"] == "COPY INTO" or row["operation"] in ["WRITE", "STREAMING UPDATE"]
            and modules.re.search("\\b(mode|outputMode)\\b\\W+Append\\b", given) and "predicate" not in given %}
        {# A time in whole seconds has no fraction in its text. #}
        {% set time = ((modules.re.sub("[^0-9]", "", row["timestamp"] | string)) ~ "000000")[:20] %}
        {% set operation = "append" if is_append else operations.get(row["operation"], "overwrite") %}
        {% do versions.append({
            "version": row["version"] | int, "id": "delta:" ~ row["version"] | int ~ ":" ~ time, "time": time,
            "operation": operation, "changes": operation not in ["", "vacuum"],
            "feeds": "enableChangeDataFeed" in given or row["operation"].startswith("CHANGE COLUMN"), "mark": row["userMetadata"] or "",
        }) %}
    {% endfor %}
    {{ return(versions) }}
{% endmacro %}
