{# The contract's columns for an observed table; what cannot be written is noted and left out. #}
{% macro _scaffold_columns(table, id, notes) %}
    {% set columns = [] %}
    {% set taken = [] %}
    {% set sources = [] %}
    {% for column in table.columns %}
        {% set unsafe = spark_cdc._unsafe_name(column.name, "column") %}
        {# Spark finds a struct's fields without regard to case, whatever the columns are called. #}
        {% set unsafe = unsafe or ("it differs only by case from one that is kept" if column.name | lower in sources else none) %}
        {% do sources.append(column.name | lower) if not unsafe %}
        {% if unsafe %}
            {% do notes.append("column " ~ tojson(column.name) ~ " of " ~ id ~ " is left out: " ~ unsafe) %}
        {% else %}
            {% set name = spark_cdc._scaffold_name(column.name, taken) %}
            {% do taken.append(name | lower) %}
            {% set evidence = "only nulls seen" if column.evidence == "JSON null" else column.evidence ~ ("; not in the newest messages" if column.gone else "") %}
            {% do columns.append({
                "name": name, "source": column.name, "data_type": column.data_type, "type": column.cdc_type, "key": column.key_number,
                "description": "Column " ~ column.name ~ " of " ~ id ~ " (" ~ evidence ~ ").",
            }) %}
            {% if column.evidence == "JSON null" %}{% do notes.append("column " ~ column.name ~ " of " ~ id ~ " had only nulls: string is a guess") %}{% endif %}
        {% endif %}
    {% endfor %}
    {{ return(columns) }}
{% endmacro %}
