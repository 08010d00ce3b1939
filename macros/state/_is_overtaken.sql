{#
    The condition that a state row is newer than everything that the run saw at its start. It fails the query if there is such a row,
    because another run has merged meanwhile. The comparison stands there twice, because Iceberg skips files by the first one.
#}
{% macro _is_overtaken(range) -%}
    state.cdc_position > '{{ range.newest }}' and if(
        state.cdc_position > '{{ range.newest }}',
        raise_error({{ spark_cdc._string_literal(spark_cdc._error_text("state_overtaken", state=this | string)) }}), true
    )
{%- endmacro %}
