{#
    The unchanged lines of a text file or a folder of text files, separated only by line feeds: a query with cdc_file, cdc_text and
    cdc_line, the number in its file from 1, or NULL without `numbered`, because counting sorts each file.
    A byte order mark at the beginning of a file is not part of its first line; Spark's reader leaves it out.
#}
{% macro _land_text(path, numbered) %}
    {% set file = "url_decode(replace(_metadata.file_path, '+', '%2B'))" %}
    {% set lines = "text.`" ~ path | replace("`", "``") ~ "` with ('lineSep' = '\\n', 'recursiveFileLookup' = 'true')" %}
    {% if not numbered %}
    select {{ file }} as cdc_file, cast(null as bigint) as cdc_line, value as cdc_text from {{ lines }}
    {% else %}
    {# Spark reads the parts of a large file in parallel. Within a part, the identifiers increase with the lines. #}
    select
        cdc_file,
        cast(row_number() over (partition by cdc_file order by cdc_start, cdc_id) as bigint) as cdc_line,
        cdc_text
    from (
        select {{ file }} as cdc_file, _metadata.file_block_start as cdc_start, monotonically_increasing_id() as cdc_id, value as cdc_text
        from {{ lines }}
    ) as parts
    {% endif %}
{% endmacro %}
