{#
    The tables in the messages of a landing source, read straight from landing: a list of {database, schema,
    table, declared_by, events, columns: list of {name, number, key_number, evidence, data_type, cdc_type, gone,
    guess: of _scaffold_guess()}}.
    last, limit, values: see cdc_scaffold(). notes: a list to which notes for the user are added.
#}
{% macro _scaffold_observed(node, last, limit, values, notes) %}
    {% set stream = spark_cdc._stream({"name": "cdc_scaffold", "depends_on": {"nodes": [node.unique_id]}}) %}
    {% set relation = api.Relation.create(schema=node.schema, identifier=node.identifier) if node.declare else source(node.source_name, node.name) %}
    {% if load_relation(relation) is none %}
        {{ spark_cdc._error("scaffold_landing", table=relation | string, source=node.name) }}
    {% endif %}
    {% set relation = spark_cdc._landing(stream, relation) %}
    {% set landed %}
    (
        select * from {{ relation }} as landing
        {% if last %}
        where {{ stream.landing.timestamp }} >= (select max({{ stream.landing.timestamp }}) from {{ relation }} as landing) - interval '{{ last }}'
        {% endif %}
        {% if limit %}limit {{ limit | int }}{% endif %}
    )
    {% endset %}
    {% set observed = namespace(tables=[]) %}
    {% set sql %}
    with events as (
        {{ spark_cdc._scaffold_events(stream, landed) }}
    ),

    types as (
        {{ spark_cdc._format(stream.format, "types")(stream, "events") }}
    ),

    evidence as (
        {{ spark_cdc._column_evidence("types") }}
    ),

    observed as (
        {{ spark_cdc._observed_columns("evidence") }}
    )

    select to_json(
        named_struct(
            'database', cdc_database,
            'schema', cdc_schema,
            'table', cdc_table,
            'declared_by', array_compact(array(
                {% for table in spark_cdc._declared_tables() if table.stream.node == node.unique_id %}
                case when {{ spark_cdc._is_table_of(table.contract) }} then '{{ table.contract.name }}' end,
                {% endfor %}
                cast(null as string)
            )),
            'events', max(cdc_events),
            'columns', sort_array(collect_list(struct(
                column_number as number, column_name as name, key_number, evidence, data_type, cdc_type, cdc_is_gone as gone
            )))
        ),
        map('ignoreNullFields', 'false')
    )
    from observed
    group by cdc_database, cdc_schema, cdc_table
    order by cdc_database, cdc_schema, cdc_table
    {% endset %}
    {% for row in run_query(sql).rows %}{% do observed.tables.append(fromjson(row[0])) %}{% endfor %}
    {% set nameless = spark_cdc._scaffold_nameless(stream, landed) %}
    {% if nameless %}{% do notes.append(nameless) %}{% endif %}
    {% if not observed.tables %}
        {% set counts %}
        with events as (
            {{ spark_cdc._scaffold_events(stream, landed) }}
        )

        select concat_ws(' ', count(*), cdc_class, cdc_reason) from events group by cdc_class, cdc_reason order by 1
        {% endset %}
        {{ spark_cdc._error(
            "scaffold_no_changes", table=relation | string, given=run_query(counts).columns[0].values() | join(", ") or "none, the table is empty",
            nameless=". " ~ nameless if nameless else ""
        ) }}
    {% endif %}
    {% set proposals = spark_cdc._proposals(stream) %}
    {% set values = spark_cdc._scaffold_values(stream, landed, proposals) if values else {} %}
    {% for table in observed.tables %}
        {% for column in table.columns %}
            {% set seen = values.get(tojson([table.database, table.schema, table.table, column.name])) %}
            {% do column.update({"guess": spark_cdc._scaffold_guess(proposals, column, seen) if seen else none}) %}
        {% endfor %}
    {% endfor %}
    {{ return(observed.tables) }}
{% endmacro %}
