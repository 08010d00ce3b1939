{#
    The state rows that a range of changes makes: the fold of docs/semantics.md, key by key in the order of positions, over
    the key's state row. A key with a new change older than its state is folded again from the changes log, from where
    it was settled, or from the first of its changes if a change of key is older than that; any other change older than
    that is superseded and dropped.
#}
{% macro _fold(contract, changes, range) %}
    {% set keys = contract.columns | selectattr("key") | map(attribute="name") | list %}
    {% set names = contract.columns | map(attribute="name") | list %}
    {% set carries = range.carries %}
    {% set truncates = carries or range.truncates %}
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
            max(cdc_position) as cdc_position,
            max(cdc_batch) as cdc_batch,
            max_by(cdc_event_at, cdc_position) as cdc_event_at
        from {{ changes }}
        where cdc_class = 'truncate'
        group by cdc_database, cdc_schema, cdc_table
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
            select {% for name in keys %}log.`{{ name }}`, {% endfor %}log.cdc_position, log.cdc_key_change, log.cdc_transaction
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
            {% if truncates %}
            truncates.cdc_position as cdc_truncated_at,
            truncates.cdc_batch > {{ range.after }} as cdc_truncate_is_new
            {% endif %}
        from touched
        {# Only a truncate touches keys that the batch does not name. #}
        {{ "full outer" if range.new_truncates else "left" }} join {{ this }} as state
            on {% for name in keys %}state.`{{ name }}` <=> touched.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
        {% if truncates %}left join truncates on state.cdc_source_table <=> truncates.cdc_source_table{% endif %}
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
                when cdc_truncate_is_new and cdc_truncated_at < cdc_base.cdc_position
                    and cdc_truncated_at > cdc_base.cdc_settled_position then 'again'
                {% endif %}
                else 'fold'
            end as cdc_plan,
            if(cdc_first_key_change < cdc_base.cdc_settled_position, '', cdc_base.cdc_settled_position) as cdc_from
        from based
        where cdc_first is not null{% if truncates %} or (
            cdc_truncate_is_new
            and (cdc_truncated_at > cdc_base.cdc_settled_position)
        ){% endif %}
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
            collect_list({{ spark_cdc._change_struct(contract, "distinct_changes") }}) as cdc_changes
        from distinct_changes
        group by {% for name in keys %}distinct_changes.`{{ name }}`{{ ", " if not loop.last }}{% endfor %}
    ),

    based_sequences as (
        {% if range.merge %}
        select
            planned.*,
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
    {# A truncate is a change of every key of its table. #}
    truncated as (
        select
            based_sequences.* except (cdc_changes),
            concat(cdc_changes, transform(
                filter(
                    cdc_truncates,
                    t -> exists(cdc_changes, c -> c.source_table = t.source_table){{ " or cdc_base.cdc_source_table <=> t.source_table" if range.merge }}
                ),
                t -> {{ spark_cdc._truncate_struct(contract, "t") }}
            )) as cdc_changes
        from based_sequences
        cross join (
            select collect_list(struct(cdc_source_table as source_table, cdc_position as position, cdc_event_at as event_at)) as cdc_truncates
            from truncates
        ) as all_truncates
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
