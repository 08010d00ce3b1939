{# A text as its words in lower case, with a blank before and after each; quotes, dots and similar characters separate words. #}
{% macro _words(text) %}{{ return("concat(' ', regexp_replace(lower(" ~ text ~ "), '(?U)[^\\\\w$]+', ' '), ' ')") }}{% endmacro %}
