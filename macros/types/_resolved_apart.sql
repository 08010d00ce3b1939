{#
    The expression as a scalar subquery, if it has a lambda. Spark resolves a subquery by itself: the many rounds that lambdas in
    lambdas take are then not rounds over all of the query. Its optimizer puts the expression back in its place
    (OptimizeOneRowRelationSubquery). expression: of columns of the query; a column, or what a case returns, and not itself part of
    a lambda. In a struct, the subquery's alias would stay in the plan.
#}
{% macro _resolved_apart(expression) %}
    {{ return("(select " ~ expression ~ ")" if "->" in expression else expression) }}
{% endmacro %}
