{#
    For a project's on-run-end: after dbt run or build, prints one line per stream with the landing rows that it read, and
    those that it could not use, by reason. Reads the counts of cdc_batches, or the logs themselves if the run left
    that model out. results: of the run.
#}
{% macro cdc_run_report(results) %}
    {% if not execute or flags.WHICH not in ["run", "build"] %}{{ return("") }}{% endif %}
    {% set step = spark_cdc._batch_step() %}
    {% set since = (run_started_at.timestamp() * 1000000) | int // step * step %}
    {% set done = results | selectattr("status", "equalto", "success") | map(attribute="node.unique_id") | list %}
    {% for node in graph.nodes.values() if node.config.materialized == "cdc_batches" %}
        {% set events = graph.nodes[node.depends_on.nodes | select("in", graph.nodes) | first] %}
        {% set logs = spark_cdc._logs_of(spark_cdc._tables_of(events)) %}
        {% set counts, last = none, {} %}
        {% if node.unique_id in done %}
            {% set counts = node.relation_name %}
        {% else %}
            {% set grown = logs.values() | selectattr("id", "in", done) | list %}
            {% for log in grown %}
                {% do log.update({"table": none}) %}
                {% do last.update({log.name: [since - 1, none]}) %}
            {% endfor %}
            {% if grown %}{% set counts = "(" ~ spark_cdc._log_counts(grown, last) ~ ")" %}{% endif %}
        {% endif %}
        {% set streams = {} %}
        {% set counted = "select " ~ spark_cdc._in_one_task() ~ "* from " ~ counts ~ " as counts where " ~ spark_cdc._in_batches(since - 1) ~ " and cdc_class in ('read', 'quarantined') and cdc_landing_rows > 0" %}
        {% for row in (run_query(
            "select cdc_stream, cdc_class, cdc_reason, sum(cdc_landing_rows) from (" ~ counted ~ ") as counts group by 1, 2, 3 order by 1, 4 desc"
        ).rows if counts else []) %}
            {% set stream = streams.setdefault(row[0], {"read": 0, "unused": 0, "reasons": []}) %}
            {% if row[1] == "read" %}
                {% do stream.update({"read": stream.read + row[3]}) %}
            {% else %}
                {% do stream.update({"unused": stream.unused + row[3]}) %}
                {% do stream.reasons.append(row[2] ~ " " ~ row[3]) %}
            {% endif %}
        {% endfor %}
        {% for name, stream in streams.items() %}
            {% do log("spark_cdc: stream " ~ name ~ " read " ~ stream.read ~ " landing rows, " ~ (
                stream.unused ~ " of them in quarantine (" ~ stream.reasons | join(", ") ~ "). To see them: dbt show --limit -1 --select cdc_quarantine"
                if stream.unused else "none of them in quarantine"
            ), info=true) %}
        {% endfor %}
    {% endfor %}
{% endmacro %}
