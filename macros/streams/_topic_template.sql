{#
    The setting table_from_topic, checked: a dict of regex (which matches a whole topic) and groups (from database, schema and
    table to the number of their group), or none. In the template, `{table}`, `{schema}` and `{database}` stand for one or
    more characters except a dot, as few as possible; `%` and `%%` are as in names (see _name_pattern).
#}
{% macro _topic_template(stream_name, template) %}
    {% if template is none %}{{ return(none) }}{% endif %}
    {% set known = ["database", "schema", "table"] %}
    {% if template is not string %}{{ spark_cdc._error("stream_table_from_topic", source=stream_name, given=template) }}{% endif %}
    {% set groups = {} %}
    {% set parts = [] %}
    {% for part in modules.re.findall("[{][^{}]*[}]|[{}]|[^{}]+", template) %}
        {% if part[0] not in "{}" %}
            {% do parts.append(spark_cdc._name_pattern(part)) %}
        {% elif part[1:-1] in known and part[1:-1] not in groups %}
            {% do groups.update({part[1:-1]: groups | length + 1}) %}
            {% do parts.append("([^.]+?)") %}
        {% else %}
            {{ spark_cdc._error("stream_table_from_topic", source=stream_name, given=template) }}
        {% endif %}
    {% endfor %}
    {% if "table" not in groups %}{{ spark_cdc._error("stream_table_from_topic", source=stream_name, given=template) }}{% endif %}
    {{ return({"regex": "\\A" ~ parts | join ~ "\\z", "groups": groups}) }}
{% endmacro %}
