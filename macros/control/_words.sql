{# A text as its words in small letters, a blank before and after each: quotes, dots and the like are no part of a name. #}
{% macro _words(text) %}{{ return("concat(' ', regexp_replace(lower(" ~ text ~ "), '(?U)[^\\\\w$]+', ' '), ' ')") }}{% endmacro %}
