{#
    How far `this` log over landing has read, if its note is of an earlier snapshot, and nothing but batches came since: a run was
    killed before its note, or two runs overlapped. Then the newest batch has it (_read_note). {table: snapshot}, or none.
    properties: of `this`.
#}
{% macro _read_by_newest(properties) %}
    {% set noted, now = properties["cdc.snapshot"], properties["snapshot"] %}
    {% if not noted or not now or "none" in [noted, now] %}{{ return(none) }}{% endif %}
    {% set since = spark_cdc._history(this, noted, now) %}
    {% if not since or not spark_cdc._has_only(since, ["append", "replace"]) %}{{ return(none) }}{% endif %}
    {% set read = spark_cdc._scalar("select max_by(cdc_read, cdc_batch) from " ~ spark_cdc._as_of(this, now)) %}
    {{ return(fromjson(read).get("snapshots") if read else none) }}
{% endmacro %}
