{#
    Body of a current model: the rows that are not deleted, with exactly the contract's columns and types, because a table format
    may store a smaller integer as a larger one. A column with `from: cdc_stale` is NULL, or the position of a newer change of the
    row that is in quarantine.
    state: ref(...) of the table's state model.
#}
{% macro cdc_current(state) %}
    {{ config(materialized="cdc_view") }}
    {% if not execute %}{{ return("select 1 from " ~ state) }}{% endif %}
    {% set contract = spark_cdc._contract(spark_cdc._node().name) %}
    select
        {% for column in contract.columns %}
        cast(`{{ column.name }}` as {{ column.data_type }}) as `{{ column.name }}`{{ "," if not loop.last }}
        {% endfor %}
        {% for column in model.columns.values() if ((((column.config or {}).get("meta") or column.meta or {}).get("cdc") or {}).get("from")) == "cdc_stale" %}
        , cdc_stale as `{{ column.name }}`
        {% endfor %}
    from {{ state }}
    {% if contract.key %}
    where not cdc_deleted
    {% else %}
    lateral view explode(sequence(1, cast(cdc_count as int))) as cdc_occurrence
    where cdc_count > 0
    {% endif %}
{% endmacro %}
