{#
    The images of a table's events. `fields` lists the columns that the message carries. A column that is not among them
    keeps its value, as one that is NONE does.
    Without key an update needs both images. A zero date becomes NULL here if the stream has zero_dates: null.
    See docs/formats/dts_avro.md.
#}
{% macro dts_avro__images(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set no_key = "cast(null as struct<" ~ (spark_cdc._text_fields(keys) if keys else "none: string") ~ ">)" %}
    {% set fields = "fields array<struct<name string>>, beforeImages struct<" ~ spark_cdc._text_fields(keys or all)
        ~ ">, afterImages struct<" ~ spark_cdc._text_fields(all) ~ ">" %}
    {% set before, after = "cdc_j.m.beforeImages", "cdc_j.m.afterImages" %}
    {% set zero = "^(DateTime|TimestampWithTimeZone) ([0-9]{4}-00-|[0-9]{4}-[0-9]{2}-00)" %}
    {% set images = [] %}
    {% for image in [before, after] %}
        {% set fields = [] %}
        {% for c in ((keys or all) if image == before else all) %}
            {% set own = image ~ ".`" ~ c.source ~ "`" %}
            {% set value = own %}
            {% if c in keys and image == before %}
                {% set value = "nullif(" ~ own ~ ", 'NONE')" %}
            {% elif c in keys %}
                {# A column that the update did not set is unchanged. #}
                {% set value = "if(" ~ own ~ " = 'NONE', nullif(" ~ before ~ ".`" ~ c.source ~ "`, 'NONE'), " ~ own ~ ")" %}
            {% elif stream.options.zero_dates == "null" and c.data_type in ["date", "timestamp", "timestamp_ntz"] %}
                {% set value = "if(" ~ own ~ " rlike '" ~ zero ~ "', null, " ~ own ~ ")" %}
            {% endif %}
            {% do fields.append(spark_cdc._string_literal(c.source) ~ ", " ~ value) %}
        {% endfor %}
        {% do images.append("case when " ~ image ~ " is not null then named_struct(" ~ fields | join(", ") ~ ") end") %}
    {% endfor %}
    with parsed as (
        select * from {{ spark_cdc._with_json(events, fields) }}
    )

    select
        * except (cdc_j),
        0 as cdc_index,
        {{ images[0] }} as cdc_before,
        {{ "case when cdc_operation <> 'update' or " ~ before ~ " is not null then " if not keys }}{{ images[1] }}{{ " end" if not keys }} as cdc_after,
        {{ no_key }} as cdc_message_key,
        {{ no_key }} as cdc_old_key,
        false as cdc_key_change,
        case when cdc_operation = 'update' then cdc_j.m.fields.name end as cdc_present,
        cast(null as map<string, struct<type: string, scale: int>>) as cdc_types,
        '$.beforeImages' as cdc_before_path,
        '$.afterImages' as cdc_after_path
    from parsed
{% endmacro %}
