{#
    The versions of the rules by which messages are read: `events` of a log over landing, `values` of a typed log over a
    routed one. A new version of `values` rebuilds typed logs and their states by itself, because the routed log has every
    message. A new version of `events` stops logs over landing, and the error explains how to rebuild them (_before_run),
    unless only the log's notes are new, as in version 2: then routed logs are taken over (_take_over).
#}
{% macro _rules_version() %}{{ return({"events": 2, "values": 3}) }}{% endmacro %}
