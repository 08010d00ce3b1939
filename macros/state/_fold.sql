{#
    The state rows for a range of changes: the fold of docs/semantics.md, by key and in the order of positions, on top of the key's
    state row. A change that is older than the state row is dropped if it cannot matter. If it can, its key is folded again from
    the changes log (_fold_again). Only the reduced changes of a key (_fold_runs) are in memory at once.
    range: see _state_range.
#}
{% macro _fold(contract, changes, range) %}
    {% set keys = contract.key %}
    {% set truncates = range.carries or range.truncates %}
    {% set again = range.merge and range.late %}
    {% set newest = not (range.moves_ever or range.parts_ever or spark_cdc._several_tables(contract)) %}
    with log as (
        {{ spark_cdc._fold_log(contract, changes, range) }}
    ),

    {% if truncates %}
    {{ spark_cdc._fold_truncates(changes, range) }},
    {% endif %}

    batch as (
        select * from log
        {% if range.merge %}where cdc_batch > {{ range.after }}{% endif %}
    ),

    {% if range.carries %}
    {# The old and new keys of the key changes from which columns are absent. #}
    moving as (
        select {{ spark_cdc._names(keys) }} from log where cdc_carries
        union
        select {% for name in keys %}cdc_old_key.`{{ name }}`{{ ", " if not loop.last }}{% endfor %} from log where cdc_carries
    ),
    {% endif %}

    {% if again %}
    {{ spark_cdc._fold_again(contract, range, range.late_truncates and not newest) }},
    {% endif %}

    chosen as (
        select *, {{ spark_cdc._content_hash(contract) }} as cdc_hash
        from (
            select {{ "/*+ broadcast(again) */" if again and range.few_late }} batch.*
            from batch
            {% if again %}
            left join again on {{ spark_cdc._same_key(keys, "batch", "again") }}
            where case
                when again.cdc_from is not null then {{ spark_cdc._source_position("batch.cdc_position") }} >= again.cdc_from
                else coalesce(batch.cdc_position > again.cdc_position, true)
            end
            union all
            select {{ "/*+ broadcast(again) */" if range.few_late }} log.*
            from log
            inner join again on {{ spark_cdc._same_key(keys, "log", "again") }}
            where log.cdc_batch <= {{ range.after }} and {{ spark_cdc._source_position("log.cdc_position") }} >= again.cdc_from
            {% endif %}
        ) as changes
    ),

    {% if range.carries %}
    {{ spark_cdc._filled_from_old_key(contract) }},
    {% endif %}

    {% if range.merge and (range.new_truncates or not newest) %}
    {{ spark_cdc._fold_touched(contract, range) }},
    {% endif %}

    distinct_changes as (
        select *
        from (
            select *, {{ spark_cdc._is_redelivered(contract, "cdc_hash") }} as cdc_redelivered
            from {{ "resolved" if range.carries else "chosen" }}
        ) as deliveries
        where not cdc_redelivered
    ){{ "," if not newest }}

    {% if newest %}
    {{ spark_cdc._fold_newest(contract, range) }}
    {% else %}
    {{ spark_cdc._fold_runs(contract, range) }}

    {# Spark sorts once for all windows with the same order. #}
    {% set by_key = "partition by " ~ spark_cdc._names(keys) ~ " order by cdc_position" %}
    sequences as (
        select
            {{ spark_cdc._names(keys) }},
            cdc_reset,
            {% if truncates %}
            cdc_changes[0].position as cdc_first_position,
            element_at(cdc_changes, -1).position as cdc_last_position,
            {% endif %}
            cdc_changes
        from (
            select
                {{ spark_cdc._names(keys) }}, cdc_reset,
                row_number() over ({{ by_key }}) as cdc_number,
                collect_list({{ spark_cdc._change_struct(contract, "runs") }}) over (
                    {{ by_key }} rows between unbounded preceding and unbounded following
                ) as cdc_changes
            from runs
        ) as numbered
        where cdc_number = 1
    ),

    {% if range.merge %}
    {{ spark_cdc._fold_based(contract, range) }},
    {% endif %}

    {% if truncates %}
    {#
        A truncate is a change of every key. The fold step checks whether the row is of the truncate's table. Of the truncates after
        the last change of a key, only the last one of each table matters. Rows that nothing else changes are in _fold_truncated.
    #}
    truncated as (
        select
            * except (cdc_changes),
            concat(cdc_changes, transform(
                filter(
                    cdc_truncates,
                    t -> t.position > {{ "coalesce(cdc_from, cdc_base.cdc_position, cdc_first_position)" if range.merge else "cdc_first_position" }}
                        and (t.is_last or t.position < cdc_last_position)
                ),
                t -> {{ spark_cdc._truncate_struct(contract, "t") }}
            )) as cdc_changes
        from {{ "based" if range.merge else "sequences cross join all_truncates" }}
    ),
    {% endif %}

    ordered as (
        select
            {{ spark_cdc._names(keys) }},
            {{ "case when cdc_from is null and cdc_reset is null then cdc_base end as cdc_base," if range.merge }}
            {{ "array_sort(cdc_changes) as cdc_changes" if truncates else "cdc_changes" }}
        from {{ "truncated" if truncates else "based" if range.merge else "sequences" }}
    ),

    folded as (
        select
            {{ spark_cdc._names(keys) }},
            aggregate(
                cdc_changes,
                {{ spark_cdc._fold_start(contract, range) }},
                (cdc_acc, cdc_change) -> {{ spark_cdc._fold_step(contract) }}
            ) as cdc_row
        from ordered
        {{ "where size(cdc_changes) > 0" if range.merge }}
    )

    select
        {% for column in contract.columns %}
        {{ "`" ~ column.name ~ "`" if column.key else "cdc_row.image.`" ~ column.name ~ "`" }},
        {% endfor %}
        {% for name in spark_cdc._state_columns() %}
        cdc_row.{{ name[4:] }} as {{ name }}{{ "," if not loop.last }}
        {% endfor %}
    from folded
    {% endif %}
    {% if range.merge and range.new_truncates %}
    union all
    {{ spark_cdc._fold_truncated(contract, range) }}
    {% endif %}
{% endmacro %}
