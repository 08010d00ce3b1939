{#
    A name for a column or (lower) for a model that needs no quotes, is not in `taken` (lower-case names), and does not
    clash with the pipeline's own cdc_ columns: the given name if it already is such a name.
#}
{% macro _scaffold_name(text, taken, lower=false) %}
    {% set name = text | lower if lower else text %}
    {% if not modules.re.match("^[A-Za-z_][A-Za-z0-9_]*$", name) %}
        {% set name = modules.re.sub("[^a-z0-9]+", "_", name | lower).strip("_") or "unnamed" %}
    {% endif %}
    {% set name = "_" ~ name if name[0] in "0123456789" else name %}
    {% set name = "source_" ~ name if name.lower().startswith("cdc_") else name %}
    {% if name | lower not in taken %}{{ return(name) }}{% endif %}
    {% for number in range(2, 10000) if name | lower ~ "_" ~ number not in taken %}{{ return(name ~ "_" ~ number) }}{% endfor %}
{% endmacro %}
