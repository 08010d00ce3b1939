{#
    The tables that cdc_maintain may work on, as a dict by name: relation, format (its table format), and keep, the snapshots that a later run compares with: the
    snapshot that a table's own last run left (cdc.snapshot), the one of a log when it was counted, and the ones of landing that
    were read. landing: whether the landing tables are included.
#}
{% macro _maintained_tables(landing) %}
    {% set found, counted, read = {}, {}, {} %}
    {% set kinds = ["cdc_routed", "cdc_changes", "cdc_state", "cdc_batches", "cdc_column_evidence", "cdc_ddl_ledger", "cdc_transaction_counts"] + (["cdc_view"] if spark_cdc._views() == "table" else []) %}
    {% for node in graph.nodes.values() if node.resource_type == "model" and node.config.materialized in kinds and adapter.get_relation(node.database, node.schema, node.alias) is not none %}
        {% set properties = spark_cdc._table_properties(node.relation_name) %}
        {% do found.update({node.name: {"relation": node.schema ~ "." ~ node.alias, "keep": [properties["cdc.snapshot"]], "format": spark_cdc._format_of_snapshot(properties["snapshot"])}}) %}
        {% for name, value in properties.items() if name.startswith("cdc.counted.") %}{% do counted.update({name[12:]: fromjson(value).snapshot}) %}{% endfor %}
        {% for table, snapshot in fromjson(properties["cdc.read"] or "{}").items() if spark_cdc._is_log(node) %}
            {% do read.setdefault(table | replace("`", ""), []).append(snapshot) %}
        {% endfor %}
    {% endfor %}
    {% for name, snapshot in counted.items() if name in found %}{% do found[name].keep.append(snapshot) %}{% endfor %}
    {% set ours = found.values() | map(attribute="relation") | list %}
    {% for table, snapshots in read.items() if landing and table not in ours %}{% do found.update({table: {"relation": table, "keep": snapshots, "format": spark_cdc._format_of_snapshot(snapshots[0])}}) %}{% endfor %}
    {% for table in found.values() %}
        {% do table.update({"keep": table.keep | select("string") | select("ne", "") | select("ne", "none") | list}) %}
    {% endfor %}
    {{ return(found) }}
{% endmacro %}
