{#
    The reason why a name from a message cannot be written into files that dbt renders and SQL that Spark runs, or none: Jinja in
    it would run at the next parse. kind: "table" or "column". Source: docs/semantics.md, L12. The other reasons are names that the
    typed logs cannot read: they quote names unchanged, and the name of a table is the part after the last dot.
#}
{% macro _unsafe_name(name, kind) %}
    {% if not name %}{{ return("it is empty") }}{% endif %}
    {% if modules.re.search("[{][%#{]", name) %}{{ return("it holds Jinja") }}{% endif %}
    {% if modules.re.search("[`\\\\\\x00-\\x1f\\x7f\\x85\\u2028\\u2029]", name) %}{{ return("it holds a backtick, a backslash or a control character") }}{% endif %}
    {% if kind == "column" and modules.re.search("[']", name) %}{{ return("it holds an apostrophe") }}{% endif %}
    {% if kind == "table" and "." in name %}{{ return("it holds a dot") }}{% endif %}
    {{ return(none) }}
{% endmacro %}
