{#
    Operation: appends a file or a folder of messages to a landing table, and creates the table if it does not exist.
        dbt run-operation cdc_land --args '{table: shop_landing.shop, path: messages.jsonl}'
    table: <schema>.<table>. path: a file or a folder, relative to the project or absolute, or an address that Spark can read.
    format: jsonl or parquet, if the names of the files do not show it. lines: what a line of jsonl is: `rows`, a whole
    landing row, or `values`, the message's value alone. topic, partition, timestamp: of values; see docs/landing.md.
    Either everything lands or nothing. A line that is not a landing row is an error that names the line. So are coordinates
    that have landed with another key or value, because the logs would count them as duplicates.
#}
{% macro cdc_land(table, path, format=none, lines="rows", topic=none, partition=none, timestamp=none) %}
    {% if not execute %}{{ return("") }}{% endif %}
    {% do spark_cdc._check_engine() %}
    {% set read = "docs/landing.md" %}
    {% if not modules.re.match("[A-Za-z_][A-Za-z0-9_]*[.][A-Za-z_][A-Za-z0-9_]*\\Z", table | string) %}
        {{ spark_cdc._error("cdc_land, table", table, ["<schema>.<table> of letters, digits and underscores"], read) }}
    {% endif %}
    {% if not modules.get("spark_cdc") %}
        {{ exceptions.raise_compiler_error("spark_cdc: cdc_land cannot look for files, because the Python package spark-cdc is not installed beside dbt. Read: docs/install.md") }}
    {% endif %}
    {% set found = modules.spark_cdc.landing_files(path | string) %}
    {% if found.problem %}{{ exceptions.raise_compiler_error("spark_cdc: cdc_land, path: " ~ found.problem ~ ". Read: " ~ read) }}{% endif %}
    {% set formats = ["jsonl", "parquet"] %}
    {% if format and format not in formats %}{{ spark_cdc._error("cdc_land, format", format, formats, read) }}{% endif %}
    {% set format = format or found.format %}
    {% if not format %}
        {{ exceptions.raise_compiler_error(
            "spark_cdc: cdc_land: the name of " ~ path ~ " does not show its format. Known endings: .jsonl, .ndjson, .json, .txt, .log, each also with .gz, "
            ~ "and .parquet. Give `format`: " ~ formats | join(" or ") ~ ". Read: " ~ read
        ) }}
    {% endif %}
    {% if lines not in ["rows", "values"] %}{{ spark_cdc._error("cdc_land, lines", lines, ["rows", "values"], read) }}{% endif %}
    {% set is_values = format == "jsonl" and lines == "values" %}
    {% if (topic is not none or partition is not none) and not is_values %}
        {{ exceptions.raise_compiler_error("spark_cdc: cdc_land: topic and partition can be given only for `lines: values`; a landing row has its own. Read: " ~ read) }}
    {% endif %}
    {% if partition is not none and (partition is not integer or not 0 <= partition <= 2147483647) %}
        {{ spark_cdc._error("cdc_land, partition", partition, ["a whole number from 0 to 2147483647"], read) }}
    {% endif %}
    {% set at = none %}
    {% if timestamp is not none %}
        {% if format == "parquet" %}
            {{ exceptions.raise_compiler_error("spark_cdc: cdc_land: timestamp cannot be given for Parquet, whose columns land as they are. Read: " ~ read) }}
        {% endif %}
        {% set at = "current_timestamp()" if timestamp == "now" else "try_cast(" ~ spark_cdc._string_literal(timestamp) ~ " as timestamp)" %}
        {% if spark_cdc._scalar("select string(" ~ at ~ ")") is none %}
            {{ spark_cdc._error("cdc_land, timestamp", timestamp, ["now", "a time such as 2026-01-31T12:00:00Z"], read) }}
        {% endif %}
    {% endif %}

    {% set usual = {} %}
    {% for name, type in {"topic": "string", "partition": "int", "offset": "bigint", "timestamp": "timestamp", "key": "string", "value": "string", "headers": "string"}.items() %}
        {% do usual.update({name: {"name": name, "type": type}}) %}
    {% endfor %}
    {% set schema, identifier = table.split(".") %}
    {% set exists = load_relation(api.Relation.create(schema=schema, identifier=identifier)) is not none %}
    {% set columns = spark_cdc._land_columns("table " ~ table) if exists else none %}
    {% if format == "parquet" %}
        {% set rows = "select * from parquet.`" ~ found.path | replace("`", "``") ~ "` with ('mergeSchema' = 'true')" %}
        {% set given = spark_cdc._land_columns("query " ~ rows) %}
        {% set is_usual = ["topic", "partition", "offset", "timestamp", "value"] | reject("in", given) | list | length == 0 and given.keys() | reject("in", usual) | list | length == 0 %}
        {% if not exists %}
            {% set columns = given.copy() %}
            {% if is_usual %}{% for name in ["key", "headers"] if name not in given %}{% do columns.update({name: usual[name]}) %}{% endfor %}{% endif %}
        {% endif %}
        {% set counted %}select topic, `partition`, `offset`, {{ "key" if "key" in given else "cast(null as string) as key" }}, value, cast(null as string) as cdc_problem from ({{ rows }}) as files{% endset %}
    {% else %}
        {% set columns = columns or usual %}
        {% set given = usual %}
        {% set is_usual = true %}
        {% set rows = spark_cdc._land_values(found.path, topic, partition or 0, at) if is_values else spark_cdc._land_rows(spark_cdc._land_text(found.path, false), at) %}
        {% set counted = rows %}
    {% endif %}
    {% set selected = spark_cdc._land_casts(table, given, columns) %}

    {% set counts = {"rows": spark_cdc._scalar("select count(*) from (" ~ rows ~ ") as files") | int, "again": 0, "twice": 0} %}
    {% if is_usual %}
        {% set counts = spark_cdc._land_counts(counted, table if exists and columns.key else none) %}
        {% if counts.problems %}
            {% set wrong = run_query(
                "select cdc_file, cdc_line, cdc_problem from (" ~ spark_cdc._land_rows(spark_cdc._land_text(found.path, true), at)
                ~ ") as files where cdc_problem is not null order by cdc_file, cdc_line limit 5"
            ) %}
            {% set sentences = [] %}
            {% for row in wrong.rows %}{% do sentences.append("\n  " ~ row[0].split("/")[-1] ~ ", line " ~ row[1] ~ ": " ~ row[2]) %}{% endfor %}
            {{ exceptions.raise_compiler_error(
                "spark_cdc: cdc_land: nothing has landed, because " ~ counts.problems ~ " of " ~ counts.rows ~ " lines are no landing rows:" ~ sentences | join
                ~ "\nIf each line is a message's value alone, set `lines: values`. Read: " ~ read
            ) }}
        {% endif %}
        {% if is_values %}
            {% set files = run_query("select count(distinct cdc_file), count(distinct topic) from (" ~ rows ~ ") as files").rows[0] %}
            {% if files[0] | int > files[1] | int %}
                {{ exceptions.raise_compiler_error(
                    "spark_cdc: cdc_land: nothing has landed, because " ~ files[0] ~ " files have only " ~ files[1] ~ " topics, so that lines of two files would have one offset. "
                    ~ "Leave `topic` out, which takes each file's name, or land them one by one with a `partition` of their own. Read: " ~ read
                ) }}
            {% endif %}
        {% endif %}
        {% if counts.other %}
            {{ exceptions.raise_compiler_error(
                "spark_cdc: cdc_land: nothing has landed, because " ~ counts.other ~ " messages have the topic, partition and offset of another one with a different key or value, such as "
                ~ tojson(counts.example) ~ ": the logs would take them for duplicates and leave them out. "
                ~ ("Give another `topic` or `partition`. " if is_values else "Land them into another table. ") ~ "Read: " ~ read
            ) }}
        {% endif %}
    {% endif %}

    {% do run_query("create schema if not exists " ~ schema) %}
    {% if not exists %}
        {% set types = [] %}
        {% for column in columns.values() %}{% do types.append("`" ~ column.name ~ "` " ~ column.type) %}{% endfor %}
        {% do run_query("create table " ~ table ~ " (" ~ types | join(", ") ~ ") using " ~ var("cdc_file_format", "iceberg")) %}
    {% endif %}
    {% do run_query("insert into " ~ table ~ " select " ~ selected ~ " from (" ~ rows ~ ") as files") %}
    {% do print("cdc_land: " ~ counts.rows ~ " rows landed in " ~ table ~ ("" if exists else ", a new table")) %}
    {% set duplicates = counts.again + counts.twice %}
    {% if duplicates %}
        {% do print("Note: " ~ duplicates ~ " of them have the topic, partition and offset of a row that landed before. The logs class such rows as `duplicate` and do not apply them again.") %}
    {% endif %}
    {% if not is_usual %}
        {% set names = [] %}
        {% for column in columns.values() %}{% do names.append(column.name) %}{% endfor %}
        {% do print("Note: the columns are the files' own (" ~ names | join(", ") ~ "). Name them in the source's `landing` setting. Whether rows landed before was not checked.") %}
    {% endif %}
{% endmacro %}
