{# The version of the rules by which messages are read and applied; a new one rebuilds typed logs and states. #}
{% macro _rules_version() %}{{ return(1) }}{% endmacro %}
