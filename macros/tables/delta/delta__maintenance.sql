{#
    See _maintenance. VACUUM removes what neither the present version nor one of the last week has; Delta refuses less, unless its check is
    switched off. It removes files that no version has, too. Source: Delta, Table utility commands.
#}
{% macro delta__maintenance(table, keep, older_than, orphans_older_than) %}
    {% set times = [older_than, orphans_older_than] %}
    {% for snapshot in keep %}{% do times.append("to_timestamp('" ~ snapshot.split(":")[2] ~ "', 'yyyyMMddHHmmssSSSSSS')") %}{% endfor %}
    {% set hours = spark_cdc._scalar("select greatest(168, cast(ceil((unix_micros(current_timestamp()) - unix_micros(least(" ~ times | join(", ") ~ "))) / 3.6e9) as int))") %}
    {{ return([
        {"what": "compact files", "found": table, "sql": ["optimize " ~ table]},
        {"what": "remove files that no version of the last " ~ hours ~ " hours has", "found": none, "sql": ["vacuum " ~ table ~ " retain " ~ hours ~ " hours"]},
    ]) }}
{% endmacro %}
