{# The contract's columns for an observed table. A column that cannot be written is noted and left out. #}
{% macro _scaffold_columns(table, id, notes) %}
    {% set columns = [] %}
    {% set taken = [] %}
    {% set sources = [] %}
    {% set guessed = [] %}
    {% for column in table.columns %}
        {% set unsafe = spark_cdc._unsafe_name(column.name, "column") %}
        {# Spark finds a struct's fields without regard to case, whatever the columns' names are. #}
        {% set unsafe = unsafe or ("it differs only by case from one that is kept" if column.name | lower in sources else none) %}
        {% do sources.append(column.name | lower) if not unsafe %}
        {% if unsafe %}
            {% do notes.append("column " ~ tojson(column.name) ~ " of " ~ id ~ " is left out: " ~ unsafe ~ ". To keep it, rename it in the source or the connector") %}
        {% else %}
            {% set name = spark_cdc._scaffold_name(column.name, taken) %}
            {% do taken.append(name | lower) %}
            {% set evidence = "only nulls seen" if column.evidence == "JSON null" else column.evidence ~ ("; not in the newest messages" if column.gone else "") %}
            {% do columns.append({
                "name": name, "source": column.name, "data_type": column.data_type, "type": column.cdc_type, "key": column.key_number,
                "guess": column.guess,
                "description": "Column " ~ column.name ~ " of " ~ id ~ " (" ~ evidence ~ ").",
            }) %}
            {% if column.guess and column.guess.warns %}{% do notes.append("column " ~ column.name ~ " of " ~ id ~ ": " ~ column.guess.warns) %}{% endif %}
            {% if column.guess and column.guess.data_type %}{% do guessed.append(column.name) %}{% endif %}
            {% if column.evidence == "JSON null" %}{% do notes.append("column " ~ column.name ~ " of " ~ id ~ " had only nulls: string is a guess") %}{% endif %}
        {% endif %}
    {% endfor %}
    {% if guessed %}{% do notes.append("table " ~ id ~ ": the contract proposes, in comments, other types for " ~ guessed | join(", ")) %}{% endif %}
    {{ return(columns) }}
{% endmacro %}
