{#
    Whether the counts of logs agree with the logs, as a dict: wrong, the grown logs that have to be counted from their first row,
    because rows were added to older batches or landing rows were read twice; and notes, the note to write for each log.
    What agreed before is not compared again: of a log with a number of added rows (found.added), only the counts of later batches are read.
    counts: relation of the counts, in the snapshot of which the notes are to be true; found: see _uncounted.
#}
{% macro _check_counts(counts, found) %}
    {% set logs = found.grown + found.other %}
    {% set whole, after, queries, counted, sizes = [], [], [], {}, {} %}
    {% for log in logs %}
        {% do after.append("when '" ~ log.name ~ "' then " ~ log.note.batch) %}
        {% if log.name in found.added %}
            {% do sizes.update({log.name: found.added[log.name]}) %}
        {% else %}
            {% do whole.append("'" ~ log.name ~ "'") %}
            {% do queries.append("select '" ~ log.name ~ "', count(*), null, null, null, null, null, true from " ~ log.relation ~ " where cdc_class <> 'trimmed'") %}
        {% endif %}
    {% endfor %}
    {% set later = spark_cdc._compared("cdc_batch", "> case cdc_log " ~ after | join(" ") ~ " end") %}
    {% set compared = "cdc_batch > " ~ logs | map(attribute="note.batch") | min ~ " and " ~ later %}
    {% do queries.append(
        "select cdc_log, sum(cdc_rows), sum(cdc_unapplied), max(cdc_batch), " ~ spark_cdc._last_position() ~ ", " ~ spark_cdc._is_read_whole() ~ ","
        ~ " max(if(" ~ later ~ ", cdc_batch % " ~ spark_cdc._batch_step() ~ ", 0)) > 0, false from ("
        ~ "select " ~ spark_cdc._in_one_task(not whole) ~ "* from " ~ counts ~ ") as counts where cdc_log in ('" ~ logs | map(attribute="name") | join("', '") ~ "') and (" ~ compared
        ~ (" or cdc_log in (" ~ whole | join(", ") ~ ")" if whole) ~ ") group by cdc_log"
    ) %}
    {% for row in run_query(queries | join(" union all ")).rows %}
        {% if row[7] %}{% do sizes.update({row[0]: row[1]}) %}{% else %}{% do counted.update({row[0]: (row | list)[:7]}) %}{% endif %}
    {% endfor %}
    {% set wrong, notes = [], {} %}
    {% for log in logs %}
        {% set _, rows, unapplied, batch, position, is_whole, has_replays = counted.get(log.name, [log.name, 0, 0, log.note.batch if log.name in found.added else -1, none, true, false]) %}
        {% set agrees = rows == sizes[log.name] and unapplied == 0 and (is_whole or not log.reads_landing) %}
        {% if log in found.grown and (has_replays or not agrees) %}{% do wrong.append(log) %}{% endif %}
        {% set before = log.noted.position if log.name in found.added else none %}
        {% do log.note.update({
            "agrees": agrees, "batch": log.note.batch if log in wrong else batch | int, "position": [before or "", position or ""] | max or none,
        }) %}
        {% if log.disturbed and not agrees %}{% do log.note.update({"alone_since": log.noted.alone_since}) %}{% endif %}
        {% do notes.update({log.name: log.note}) %}
    {% endfor %}
    {{ return({"wrong": wrong, "notes": notes}) }}
{% endmacro %}
