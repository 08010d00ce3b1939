{# Whether a graph node is a log of messages: a routed or a changes model. #}
{% macro _is_log(node) %}{{ return(node.config.materialized in ["cdc_routed", "cdc_changes"]) }}{% endmacro %}
