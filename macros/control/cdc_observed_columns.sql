{#
    Body of a control model: the columns that messages carry, one row per stream, table and column: the Spark type that
    holds all values, the evidence for it, its place in table and key, and the models whose contracts declare it.
    A column that no contract declares has cdc_is_declared false, and cdc_read_as is the declared name of a column that messages
    name in another case. cdc_is_gone: newer messages of the table lack the column.
    evidence: ref(...) of the model of cdc_column_evidence().
#}
{% macro cdc_observed_columns(evidence) %}
    {{ config(materialized="cdc_view") }}
    {% if not execute %}{{ return("select 1 from " ~ evidence) }}{% endif %}
    with observed as (
        {{ spark_cdc._observed_columns(evidence) }}
    ),

    declared as (
        select
            *,
            array_compact(array(
                {% for table in spark_cdc._declared_tables() %}
                {% set exact = not spark_cdc._column_names(table.stream) %}
                case
                    when cdc_stream = '{{ table.stream.name }}' and {{ spark_cdc._is_table_of(table.contract) }} then case
                        {% for c in spark_cdc._message_contract(table.contract).columns %}
                        when {{ "column_name" if exact else "lower(column_name)" }} = {{ spark_cdc._string_literal(c.source if exact else c.source | lower) }}
                            then struct('{{ table.contract.name }}' as model, {{ spark_cdc._string_literal(c.source) }} as source)
                        {% endfor %}
                    end
                end,
                {% endfor %}
                cast(null as struct<model: string, source: string>)
            )) as cdc_declarations
        from observed
    )

    select
        * except (cdc_declarations),
        cdc_declarations.model as cdc_declared_by,
        case when cdc_declarations[0].source <> column_name then cdc_declarations[0].source end as cdc_read_as,
        size(cdc_declarations) > 0 as cdc_is_declared
    from declared
{% endmacro %}
