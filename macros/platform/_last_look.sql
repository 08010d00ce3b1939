{#
    The properties of a table (_table_properties) as a model of this run found them last; none if none has looked, or the run has written to
    the table since. found: properties to keep. So all typed logs of a run read the same snapshot of their routed log, and a run
    without new rows looks at each table once. They are kept in dbt's graph, the same object for all models and threads of a
    run; a program may use it for several runs. table: or another question, to which the run keeps the answer (_appended).
#}
{% macro _last_look(table, found=none) %}
    {% set runs = graph.setdefault("cdc_looks", {}) %}
    {% if invocation_id not in runs %}{% do runs.clear() %}{% endif %}
    {% set looks = runs.setdefault(invocation_id, {}) %}
    {% if found is not none %}{% do looks.update({table | string: found}) %}{% endif %}
    {{ return(looks.get(table | string)) }}
{% endmacro %}
