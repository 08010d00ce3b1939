{#
    The state rows that a range of changes makes: the fold of docs/semantics.md, key by key in the order of positions, over
    the key's state row. A key with a new change older than its state is folded again from the changes log, from where
    it was settled; from its first change, if a key change that names its transaction is older than what settled it. Any
    other change that is older is superseded and dropped.
#}
{% macro _fold(contract, changes, range) %}
    {% set keys = contract.columns | selectattr("key") | map(attribute="name") | list %}
    {% set names = contract.columns | map(attribute="name") | list %}
    {% set carries = range.carries %}
    {% set several = spark_cdc._several_tables(contract) %}
    {% set truncates = carries or range.truncates %}
    {% set new_truncate = "t.batch > " ~ range.after ~ " and t.position > cdc_base.cdc_settled_position" %}
    with log as (
        select
            {% for name in names %}`{{ name }}`, {% endfor %}
            cdc_position, cdc_operation, cdc_key_change, cdc_absent, cdc_transaction, cdc_event_at, cdc_batch,
            {% if carries %}cdc_carries, cdc_old_key,{% endif %}
            concat_ws('.', cdc_database, cdc_schema, cdc_table) as cdc_source_table,
            {{ spark_cdc._content_hash(contract) }} as cdc_hash
        from {{ changes }}
        where cdc_class = 'change' {{ "and cdc_batch <= " ~ range.upto if range.merge }}
    ),

    {% if truncates %}
    truncates as (
        select
            concat_ws('.', cdc_database, cdc_schema, cdc_table) as cdc_source_table,
            cdc_position,
            min(cdc_batch) as cdc_batch,
            min(cdc_event_at) as cdc_event_at
        from {{ changes }}
        where cdc_class = 'truncate' {{ "and cdc_batch <= " ~ range.upto if range.merge }}
        group by cdc_database, cdc_schema, cdc_table, cdc_position
    ),

    all_truncates as (
        select
            collect_list(struct(
                cdc_source_table as source_table, cdc_position as position, cdc_batch as batch, cdc_event_at as event_at,
                cdc_is_last as is_last
            )) as cdc_truncates
        from (
            select *, cdc_position = max(cdc_position) over (partition by cdc_source_table) as cdc_is_last from truncates
        ) as each_truncate
    ),
    {% endif %}

    batch as (
        select * from log
        {% if range.merge %}where cdc_batch > {{ range.after }} and cdc_batch <= {{ range.upto }}{% endif %}
    ),

    {% if carries %}
    {# The keys that rows moved between with values left out. #}
    moving as (
        select {% for name in keys %}`{{ name }}`{{ ", " if not loop.last }}{% endfor %} from log where cdc_carries
        union
        select {% for name in keys %}cdc_old_key.`{{ name }}`{{ ", " if not loop.last }}{% endfor %} from log where cdc_carries
    ),
    {% endif %}

    {% if range.merge %}
    touched as (
        select
            {% for name in keys %}`{{ name }}`, {% endfor %}
            min(cdc_position) as cdc_first,
            min(cdc_position) filter (where cdc_key_change and cdc_transaction is not null) as cdc_first_key_change
        from {% if carries %}(
            select {% for name in keys %}`{{ name }}`, {% endfor %}cdc_position, cdc_key_change, cdc_transaction from batch
            union all
            {# What happened to a key that rows move from or to may change what others carried over. #}
            select {% for name in keys %}log.`{{ name }}`, {% endfor %}log.cdc_position, false, null
            from log
            cross join (
                select count(*) as cdc_steps
                from batch
                left semi join moving on {% for name in keys %}batch.`{{ name }}` <=> moving.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
            ) as moves
            where log.cdc_carries and {{ "true" if range.new_truncates else "cdc_steps > 0" }}
        ) as steps{% else %}batch{% endif %}
        group by {% for name in keys %}`{{ name }}`{{ ", " if not loop.last }}{% endfor %}
    ),

    based as (
        select
            {% for name in keys %}coalesce(touched.`{{ name }}`, state.`{{ name }}`) as `{{ name }}`,
            {% endfor %}
            touched.cdc_first,
            touched.cdc_first_key_change,
            case when state.cdc_position is not null then struct(state.*) end as cdc_base{{ "," if truncates }}
            {{ "cdc_truncates" if truncates }}
        from touched
        {# Only a truncate touches keys that the batch does not name. #}
        {{ "full outer" if range.new_truncates else "left" }} join {{ this }} as state
            on {% for name in keys %}state.`{{ name }}` <=> touched.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
        {{ "cross join all_truncates" if truncates }}
    ),

    planned as (
        select
            *,
            case
                when cdc_base is null then 'fold'
                when cdc_first is not null and {{ spark_cdc._source_position("cdc_first") }} <= {{ spark_cdc._source_position("cdc_base.cdc_position") }} then
                    {# None was late when this run looked. #}
                    {{ "'again'" if range.late else "raise_error('spark_cdc: another run has merged into this state meanwhile; run again')" }}
                {% if truncates and range.late %}
                when exists(cdc_truncates, t -> {{ new_truncate }} and t.position < cdc_base.cdc_position) then 'again'
                {% endif %}
                else 'fold'
            end as cdc_plan,
            {# Where several source tables feed the table, whose delete comes next depends on all that happened to the key. #}
            {{ "''" if several else "if(cdc_first_key_change < cdc_base.cdc_settled_position, '', cdc_base.cdc_settled_position)" }} as cdc_from
        from based
        where
            cdc_first is not null
            {% if truncates %}
            {# A late one may also be of a table that the row was in before. #}
            or exists(cdc_truncates, t -> {{ new_truncate }} and (
                t.source_table = cdc_base.cdc_source_table or array_contains(cdc_base.cdc_displaced_tables, t.source_table)
                or t.position < cdc_base.cdc_position
            ))
            {% endif %}
    ),

    chosen as (
        select * from batch
        {% if range.late %}
        union all
        select log.*
        from log
        inner join planned
            on {% for name in keys %}log.`{{ name }}` <=> planned.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
        where
            planned.cdc_plan = 'again'
            and {{ spark_cdc._source_position("log.cdc_position") }} >= {{ spark_cdc._source_position("planned.cdc_from") }}
            and log.cdc_batch <= {{ range.after }}
        {% endif %}
    ),
    {% else %}
    chosen as (select * from batch),
    {% endif %}

    {% if carries %}
    {{ spark_cdc._carried_over(contract) }},
    {% endif %}

    distinct_changes as (
        select *
        from (
            select *, {{ spark_cdc._is_redelivered(contract, "cdc_hash") }} as cdc_redelivered
            from {{ "resolved" if carries else "chosen" }}
        ) as deliveries
        where not cdc_redelivered
    ),

    sequences as (
        select
            {% for name in keys %}distinct_changes.`{{ name }}`, {% endfor %}
            {% if truncates %}
            min(distinct_changes.cdc_position) as cdc_first_position,
            max(distinct_changes.cdc_position) as cdc_last_position,
            {% endif %}
            collect_list({{ spark_cdc._change_struct(contract, "distinct_changes") }}) as cdc_changes
        from distinct_changes
        group by {% for name in keys %}distinct_changes.`{{ name }}`{{ ", " if not loop.last }}{% endfor %}
    ),

    based_sequences as (
        {% if range.merge %}
        select
            planned.*,
            {{ "cdc_first_position, cdc_last_position," if truncates }}
            {# A truncate may be all that happened to a key. #}
            coalesce(sequences.cdc_changes, array()) as cdc_changes
        from planned
        left join sequences
            on {% for name in keys %}planned.`{{ name }}` <=> sequences.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
        {% else %}
        select * from sequences
        {% endif %}
    ),

    {% if truncates %}
    {#
        A truncate is a change of every key; the fold step asks whether the row is of its table. Of those that come after
        all that happened to a key, only each table's last one matters.
    #}
    truncated as (
        select
            based_sequences.* except (cdc_changes),
            concat(cdc_changes, transform(
                filter(
                    cdc_truncates,
                    t -> t.position > {{ "coalesce(if(cdc_plan = 'fold', cdc_base.cdc_position, cdc_from), cdc_first_position)" if range.merge else "cdc_first_position" }}
                        and (t.is_last or t.position < cdc_last_position)
                ),
                t -> {{ spark_cdc._truncate_struct(contract, "t") }}
            )) as cdc_changes
        from based_sequences
        {{ "cross join all_truncates" if not range.merge }}
    ),
    {% endif %}

    ordered as (
        select
            {% for name in keys %}`{{ name }}`, {% endfor %}
            {% if range.merge %}
            case when cdc_plan = 'fold' then cdc_base end as cdc_base,
            array_sort(filter(cdc_changes, c -> case
                when cdc_base is null then true
                when cdc_plan = 'fold' then c.position > cdc_base.cdc_position
                else {{ spark_cdc._source_position("c.position") }} >= {{ spark_cdc._source_position("cdc_from") }}
            end)) as cdc_changes
            {% else %}
            array_sort(cdc_changes) as cdc_changes
            {% endif %}
        from {{ "truncated" if truncates else "based_sequences" }}
    ),

    folded as (
        select
            {% for name in keys %}`{{ name }}`, {% endfor %}
            aggregate(
                cdc_changes,
                {{ spark_cdc._fold_start(contract, range.merge) }},
                (cdc_acc, cdc_change) -> {{ spark_cdc._fold_step(contract) }}
            ) as cdc_row
        from ordered
    )

    select
        {% for column in contract.columns %}
        {{ "`" ~ column.name ~ "`" if column.key else "cdc_row.image.`" ~ column.name ~ "`" }},
        {% endfor %}
        {% for name in spark_cdc._state_columns() %}
        cdc_row.{{ name[4:] }} as {{ name }}{{ "," if not loop.last }}
        {% endfor %}
    from folded
{% endmacro %}
