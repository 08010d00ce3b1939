{# Whether the running changes model reads a routed log. If not, it reads the landing of its stream itself. #}
{% macro _reads_routed(stream) %}{{ return(stream.node not in spark_cdc._node().depends_on.nodes) }}{% endmacro %}
