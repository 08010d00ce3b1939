{# Fails with each key that several rows have; NULL equals NULL. For keys of several columns. #}
{% test cdc_unique_key(model, columns) %}
    select
        {% for name in columns %}`{{ name }}`, {% endfor %}
        count(*) as cdc_rows
    from {{ model }}
    group by {% for name in columns %}`{{ name }}`{{ ", " if not loop.last }}{% endfor %}
    having count(*) > 1
{% endtest %}
