{#
    Body of a changes model (named changes_<table>): the typed, append-only log of one table's changes. Below it,
    nothing knows a format. upstream: source(...) of a stream with one table, or ref(...) of a routed model.
#}
{% macro cdc_changes(upstream) %}
    {{ config(materialized="cdc_log", partition_by=["cdc_class"]) }}
    {% if not execute %}{{ return("select 1 from " ~ upstream) }}{% endif %}
    {% set stream = spark_cdc._stream(upstream) %}
    {% set contract = spark_cdc._contract(model.name | replace("changes_", "", 1)) %}
    {% set routed = upstream.render() != stream.source %}
    {% set range = none %}
    {% if routed and spark_cdc._is_incremental() %}
        {% set last = (spark_cdc._scalar("select max(cdc_batch) from " ~ this) or -1) | int %}
        {% set newest = (spark_cdc._scalar("select max(cdc_batch) from " ~ upstream) or -1) | int %}
        {% if newest <= last %}{{ return(spark_cdc._nothing_new() ~ " select * from " ~ this ~ " where false") }}{% endif %}
        {% set range = [last, newest] %}
    {% endif %}
    with events as (
        {% if routed %}
        select * from {{ upstream }}
        where cdc_class in ('change', 'truncate') and {{ spark_cdc._is_table_of(contract) }}
            {% if range is not none %}and cdc_batch > {{ range[0] }} and cdc_batch <= {{ range[1] }}{% endif %}
        {% else %}
        {{ spark_cdc._events(stream, upstream, spark_cdc._next_batch(stream), keep_landing=true) }}
        {% endif %}
    ),

    typed as (
        {{ spark_cdc._format(stream.format, "rows")(stream, contract, "events") }}
    ),

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
        from typed
    )

    select
        * except (
            cdc_bad, cdc_imageless, cdc_class, cdc_key, cdc_value, cdc_headers, cdc_event_detail{{ ", cdc_landing" if not routed }}
        ),
        case when cdc_reason is null then cdc_class else 'quarantined' end as cdc_class,
        case cdc_reason
            when 'missing_table' then concat('no table of this model is called ', concat_ws('.', cdc_schema, cdc_table))
            when 'image_contract' then 'the operation needs an image that the message does not carry'
            when 'bad_value' then concat('the contract''s types cannot hold the value of: ', array_join(cdc_bad, ', '))
            when 'missing_key' then 'a key column ({{ contract.key | join(", ") }}) is absent or null in image and message key'
            else cdc_event_detail
        end as cdc_detail,
        case when cdc_reason is not null then cdc_key end as cdc_key,
        case when cdc_reason is not null then cdc_value end as cdc_value,
        case when cdc_reason is not null then cdc_headers end as cdc_headers
    from judged
{% endmacro %}
