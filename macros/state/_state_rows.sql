{#
    The state rows for a range of changes: see _fold, and _bag for a table without key. cdc_stale is the position of
    the newest quarantined change that would change the key's row. If the whole log is folded, a key with only such changes
    has a row, too. A merge leaves it to _mark_stale.
#}
{% macro _state_rows(contract, changes, range) %}
    {% set keys = contract.key %}
    {% if not keys %}
    {{ spark_cdc._bag(contract, changes) }}
    {% elif not range.quarantined %}
    select *, cast(null as string) as cdc_stale from ({{ spark_cdc._fold(contract, changes, range) }}) as folded
    {% else %}
    {% set whole = not range.merge %}
    select
        {% for column in contract.columns %}
        {{ "coalesce(folded.`" ~ column.name ~ "`, stale.`" ~ column.name ~ "`) as `" ~ column.name ~ "`" if column.key and whole else "folded.`" ~ column.name ~ "`" }},
        {% endfor %}
        {% for name, value in spark_cdc._state_columns().items() %}
        {{ "if(folded.cdc_position is null, " ~ value ~ ", folded." ~ name ~ ") as " ~ name if whole else "folded." ~ name }},
        {% endfor %}
        case when stale.cdc_stale > coalesce(folded.cdc_settled_position, '') then stale.cdc_stale end as cdc_stale
    from ({{ spark_cdc._fold(contract, changes, range) }}) as folded
    {{ "full outer" if whole else "left" }} join ({{ spark_cdc._stale_keys(contract, changes, range) }}) as stale
        on {{ spark_cdc._same_key(keys, "folded", "stale") }}
    {% endif %}
{% endmacro %}
