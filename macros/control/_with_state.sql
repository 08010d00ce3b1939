{#
    The SQL after a changes log, `log`, that joins it with its state: the key's row (for a table without key, its last batch)
    as `state`, and the last truncate of the change's source table as `truncates`. table: see _tables_of.
    after, newest: if `log` has only rows of later batches, the last batch and position of the earlier ones. Of the state, only newer
    rows, which are in few files, and the rows of keys with late changes are joined then. truncates: whether to join `truncates`;
    late: whether a change may be late.
#}
{% macro _with_state(table, after=none, newest=none, truncates=true, late=true) %}
    {{ spark_cdc._join_last_truncate(table.changes.relation_name) if truncates }}
    {% if table.contract.key %}
    left join
        {% if newest %}
        {% set names = spark_cdc._names(table.contract.key) %}
        (
            select {{ names }}, cdc_position
            from {{ table.state.relation_name }}
            where cdc_position > '{{ newest }}'
            {% if late %}
            union all
            select /*+ broadcast(late) */ {{ spark_cdc._names(table.contract.key, "older") }}, older.cdc_position
            from {{ table.state.relation_name }} as older
            left semi join (
                select {{ names }}
                from {{ table.changes.relation_name }}
                where cdc_class = 'change' and {{ spark_cdc._in_batches(after) }} and cdc_position <= '{{ newest }}'
            ) as late on {{ spark_cdc._same_key(table.contract.key, "older", "late") }}
            where older.cdc_position <= '{{ newest }}'
            {% endif %}
        )
        {% else %}
        {{ table.state.relation_name }}
        {% endif %}
        as state on {{ spark_cdc._same_key(table.contract.key, "log", "state") }}
    {% else %}
    cross join (select max(cdc_batch) as cdc_batch from {{ table.state.relation_name }}) as state
    {% endif %}
{% endmacro %}
