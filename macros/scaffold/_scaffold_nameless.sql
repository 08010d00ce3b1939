{#
    A sentence on the messages that name no table, with the setting to declare if their topics do; none if there are no such
    messages. landed: the relation of the landing rows.
#}
{% macro _scaffold_nameless(stream, landed) %}
    {% set sql %}
    with events as (
        {{ spark_cdc._scaffold_events(stream, landed) }}
    )

    select to_json(named_struct('topic', min(cdc_topic), 'topics', count(distinct cdc_topic), 'messages', count(*)))
    from events
    where cdc_reason = 'missing_table'
    {% endset %}
    {% set found = fromjson(spark_cdc._scalar(sql)) %}
    {% if not found.messages %}{{ return(none) }}{% endif %}
    {% set which = "messages that name no table: " ~ found.messages %}
    {% if not found.topic %}{{ return(which ~ ", and their landing rows have no topic") }}{% endif %}
    {% set of = ", of topic " ~ tojson(found.topic) ~ (" and " ~ (found.topics - 1) ~ " more" if found.topics > 1 else "") %}
    {% if stream.table_from_topic %}{{ return(which ~ of ~ ", which does not match the source's table_from_topic") }}{% endif %}
    {% set parts = (found.topic | replace("%", "%%")).split(".") %}
    {% set template = (parts[:-2] + ["{schema}", "{table}"][-(parts | length):]) | join(".") %}
    {{ return(which ~ of ~ "; if the topic names it, declare that in the source's meta.cdc, such as table_from_topic: " ~ tojson(template)) }}
{% endmacro %}
