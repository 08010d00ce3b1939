{# The relation of the only model that the running model reads. #}
{% macro _upstream() %}
    {{ return(ref(model.refs[0].name) if model.refs else source(model.sources[0][0], model.sources[0][1])) }}
{% endmacro %}
