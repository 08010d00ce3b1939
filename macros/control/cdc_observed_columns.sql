{#
    Body of a control model: the columns that messages carry, one row per stream, table and column: the Spark type that
    holds all that was seen, the evidence for it, its place in table and key, and the models whose contracts declare it;
    a column that no contract declares has cdc_is_declared false. cdc_is_gone: newer messages of the table lack it.
    evidence: ref(...) of the model of cdc_column_evidence().
#}
{% macro cdc_observed_columns(evidence) %}
    {{ config(materialized="view") }}
    {% if not execute %}{{ return("select 1 from " ~ evidence) }}{% endif %}
    with observed as (
        {{ spark_cdc._observed_columns(evidence) }}
    ),

    declared as (
        select
            *,
            array_compact(array(
                {% for table in spark_cdc._declared_tables() %}
                case
                    when cdc_stream = '{{ table.stream.name }}' and {{ spark_cdc._is_table_of(table.contract) }}
                        and column_name in ({% for c in spark_cdc._message_contract(table.contract).columns %}{{ spark_cdc._string_literal(c.source) }}{{ ", " if not loop.last }}{% endfor %})
                        then '{{ table.contract.name }}'
                end,
                {% endfor %}
                cast(null as string)
            )) as cdc_declared_by
        from observed
    )

    select *, size(cdc_declared_by) > 0 as cdc_is_declared
    from declared
{% endmacro %}
