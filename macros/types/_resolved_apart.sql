{#
    The expression as a scalar subquery, if it has a lambda. Spark resolves a subquery by itself: the many rounds that lambdas in
    lambdas take are then not rounds over all of the query. Its optimizer puts the expression back in its place
    (OptimizeOneRowRelationSubquery). expression: of columns of the query, and not itself part of a lambda.
#}
{% macro _resolved_apart(expression) %}
    {{ return("(select " ~ expression ~ ")" if "->" in expression else expression) }}
{% endmacro %}
