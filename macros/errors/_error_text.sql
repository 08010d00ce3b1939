{#
    The text of an error, in the common form: what it is about, what was given, what is allowed or what to do, where to read on.
    name: of _errors(); its values are named as in the error's texts. A list becomes its items with commas between them; a relation must be given as text.
    The texts are filled in one pass, because a value may hold braces, too.
#}
{% macro _error_text(name) %}
    {% set error = spark_cdc._errors()[name] %}
    {% set texts = {} %}
    {% for part, template in error.items() %}
        {% set pieces = [] %}
        {% for piece in modules.re.findall("[{]\\w+[}]|[^{]+|[{]", template) %}
            {% set value = kwargs.get(piece[1:-1]) if piece[0] == "{" and piece[1:-1] in kwargs else piece %}
            {% do pieces.append(value | join(", ") if value and value is iterable and value is not string and value is not mapping else value | string) %}
        {% endfor %}
        {% do texts.update({part: pieces | join}) %}
    {% endfor %}
    {# What was given may end with lines of its own. #}
    {{ return(
        "spark_cdc: " ~ texts.what ~ ": " ~ texts.given ~ ("" if texts.given.endswith("\n") else ". ")
        ~ ("Allowed: " ~ texts.allowed if "allowed" in texts else texts.advice) ~ ". Read: " ~ texts.read
    ) }}
{% endmacro %}
