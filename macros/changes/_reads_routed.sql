{# Whether the changes model that is running reads a routed log; else it reads the landing of its stream itself. #}
{% macro _reads_routed(stream) %}{{ return(stream.node not in spark_cdc._node().depends_on.nodes) }}{% endmacro %}
