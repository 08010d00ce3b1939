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
    {% if not modules.re.match("[A-Za-z_][A-Za-z0-9_]*[.][A-Za-z_][A-Za-z0-9_]*\\Z", table | string) %}
        {{ spark_cdc._error("land_table", given=table) }}
    {% endif %}
    {% do spark_cdc._check_package("cdc_land") %}
    {% set found = modules.spark_cdc.landing_files(path | string) %}
    {% if found.problem %}{{ spark_cdc._error(found.problem.name, **found.problem.values) }}{% endif %}
    {% set formats = ["jsonl", "parquet"] %}
    {% if format and format not in formats %}{{ spark_cdc._error("land_format", given=format, allowed=formats) }}{% endif %}
    {% set format = format or found.format %}
    {% if not format %}
        {{ spark_cdc._error("land_format_unknown", given=path, allowed=formats | join(" or ")) }}
    {% endif %}
    {% if lines not in ["rows", "values"] %}{{ spark_cdc._error("land_lines", given=lines) }}{% endif %}
    {% set is_values = format == "jsonl" and lines == "values" %}
    {% if (topic is not none or partition is not none) and not is_values %}
        {{ spark_cdc._error("land_coordinates", argument="topic" if topic is not none else "partition", given=topic if topic is not none else partition) }}
    {% endif %}
    {% if partition is not none and (partition is not integer or not 0 <= partition <= 2147483647) %}
        {{ spark_cdc._error("land_partition", given=partition) }}
    {% endif %}
    {% set at = none %}
    {% if timestamp is not none %}
        {% if format == "parquet" %}
            {{ spark_cdc._error("land_timestamp_parquet", given=timestamp) }}
        {% endif %}
        {% set at = "current_timestamp()" if timestamp == "now" else "try_cast(" ~ spark_cdc._string_literal(timestamp) ~ " as timestamp)" %}
        {% if spark_cdc._scalar("select string(" ~ at ~ ")") is none %}
            {{ spark_cdc._error("land_timestamp", given=timestamp) }}
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
            {{ spark_cdc._error("land_lines_broken", broken=counts.problems, lines=counts.rows, problems=sentences | join) }}
        {% endif %}
        {% if is_values %}
            {% set files = run_query("select count(distinct cdc_file), count(distinct topic) from (" ~ rows ~ ") as files").rows[0] %}
            {% if files[0] | int > files[1] | int %}
                {{ spark_cdc._error("land_topic_of_files", files=files[0], topics=files[1]) }}
            {% endif %}
        {% endif %}
        {% if counts.other %}
            {{ spark_cdc._error("land_coordinates_taken", given=counts.other, example=tojson(counts.example)) }}
        {% endif %}
    {% endif %}

    {% do run_query("create schema if not exists " ~ schema) %}
    {% if not exists %}
        {% set types = [] %}
        {% for column in columns.values() %}{% do types.append("`" ~ column.name ~ "` " ~ column.type) %}{% endfor %}
        {% do run_query("create table " ~ table ~ " (" ~ types | join(", ") ~ ") " ~ spark_cdc._using(landing=true)) %}
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
