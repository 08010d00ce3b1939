{#
    The condition that a state row is newer than all that the run saw when it looked; it fails where one is, for another run has
    merged meanwhile. The comparison is there twice, because Iceberg skips files by the first.
#}
{% macro _is_overtaken(range) -%}
    state.cdc_position > '{{ range.newest }}' and if(
        state.cdc_position > '{{ range.newest }}',
        raise_error('spark_cdc: another run has merged into this state meanwhile; run again'), true
    )
{%- endmacro %}
