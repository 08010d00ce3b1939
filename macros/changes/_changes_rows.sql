{# The rows of a changes log for a batch: see _changes_batch. #}
{% macro _changes_rows(batch) %}
    {% set stream = spark_cdc._stream(spark_cdc._node()) %}
    {% set contract = spark_cdc._contract(spark_cdc._node().name | replace("changes_", "", 1)) %}
    {% set columns = spark_cdc._routed_columns() | join(", ") %}
    with events as (
        {% if spark_cdc._reads_routed(stream) %}
        select {{ columns }} from {{ batch.rows }}
        where {{ spark_cdc._has_table_of(contract) }} {{ "and " ~ spark_cdc._in_batches(batch.after, batch.newest) if batch.after >= 0 }}
        {% if batch.replays %}
        union all
        select {{ columns | replace("cdc_batch", spark_cdc._uncompiled(batch.number, "cdc_offset") ~ " as cdc_batch") }}
        from {{ batch.rows }} as routed
        left semi join {{ spark_cdc._pending_replays() }} as replays on {{ spark_cdc._same_landing_row("routed", "replays") }}
        where {{ spark_cdc._has_table_of(contract) }}
        {% endif %}
        {% else %}
        {% do stream.update({"typed": true}) %}
        {{ spark_cdc._events(stream, batch) }}
        {% endif %}
    ),

    typed as (
        {{ spark_cdc._typed(stream, spark_cdc._message_contract(contract), "events") }}
    ),

    {% set filled = contract.columns | selectattr("metadata", "defined") | list %}
    {% if filled %}
    {# Columns with `from` are the same for both images, because a key change stays within its source table. #}
    filled as (
        select
            * {{ "except (cdc_old_key)" if contract.key }},
            {% for column in filled %}{{ column.metadata }} as `{{ column.name }}`{{ ", " if contract.key or not loop.last }}{% endfor %}
            {% if contract.key %}
            struct(
                {% for column in contract.columns if column.key %}
                {{ column.metadata if column.metadata is defined else "cdc_old_key.`" ~ column.name ~ "`" }} as `{{ column.name }}`{{ "," if not loop.last }}
                {% endfor %}
            ) as cdc_old_key
            {% endif %}
        from typed
    ),
    {% endif %}

    judged as (
        select
            * except (cdc_reason, cdc_detail),
            case
                when cdc_class = 'quarantined' then cdc_reason
                when cdc_class not in ('change', 'truncate') then null
                when not {{ spark_cdc._is_table_of(contract) }} then 'missing_table'
                when cdc_class = 'truncate' then null
                when cdc_imageless then 'image_contract'
                when size(cdc_bad) > 0 then 'bad_value'
                {% for column in contract.columns if column.key %}
                when `{{ column.name }}` is null then 'missing_key'
                {% endfor %}
            end as cdc_reason,
            cdc_detail as cdc_event_detail
        from {{ "filled" if filled else "typed" }}
    )

    select
        * except (cdc_bad, cdc_imageless, cdc_class, cdc_key, cdc_value, cdc_headers, cdc_event_detail),
        case when cdc_reason is null then cdc_class else 'quarantined' end as cdc_class,
        case cdc_reason
            when 'missing_table' then concat('no table of this model is called ', concat_ws('.', cdc_schema, cdc_table))
            when 'image_contract' then coalesce(cdc_event_detail, 'the operation needs an image that the message does not carry')
            when 'bad_value' then concat('the contract\'s types cannot hold the value of: ', array_join(cdc_bad, ', '))
            when 'missing_key' then if(
                cdc_key_change and cdc_image = 'before',
                'the key changed, and the image before it lacks a part of the old one ({{ contract.key | join(", ") }})',
                'a key column ({{ contract.key | join(", ") }}) is absent or null in image and message key'
            )
            else cdc_event_detail
        end as cdc_detail,
        case when cdc_reason is not null then cdc_key end as cdc_key,
        case when cdc_reason is not null then cdc_value end as cdc_value,
        case when cdc_reason is not null then cdc_headers end as cdc_headers
        {{- "" if spark_cdc._reads_routed(stream) else ",\n        " ~ spark_cdc._read_note(batch) ~ " as cdc_read" }}
    from judged
    {% if batch.replays %}
    {# If a replayed message has two images, one of them may be in the log already. #}
    left anti join (select * from {{ this }} where cdc_class not in ('quarantined', 'replay')) as logged
        on {{ spark_cdc._same_landing_row("judged", "logged") }} and judged.cdc_position <=> logged.cdc_position
    {% endif %}
{% endmacro %}
