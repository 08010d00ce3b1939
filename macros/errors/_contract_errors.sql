{# Errors in the contract of a table; see _errors. #}
{% macro _contract_errors() %}
    {{ return({
        "contract_model": {
            "what": "model {model}",
            "given": "there is no current model of this name to take the contract from",
            "advice": "Add the model with its columns, or correct the name of the model that reads it (changes_<current model>, state_<current model>)",
            "read": "docs/reference/contract.md, Contract of a table",
        },
        "contract_setting": {
            "what": "model {model}, meta.cdc",
            "given": "'{given}' is not known",
            "allowed": "{allowed}",
            "read": "docs/reference/contract.md, Settings of the model",
        },
        "contract_list": {
            "what": "model {model}, meta.cdc.{setting}",
            "given": "invalid value '{given}'",
            "allowed": "a list of names, such as [{given}]",
            "read": "docs/reference/contract.md, Settings of the model",
        },
        "contract_table": {
            "what": "model {model}, meta.cdc.tables",
            "given": "invalid value '{given}'",
            "allowed": "schema.table or database.schema.table, where % stands for any characters but a dot",
            "read": "docs/reference/contract.md, Settings of the model",
        },
        "contract_key": {
            "what": "model {model}, key",
            "given": "there is no column '{given}'",
            "allowed": "{allowed}",
            "read": "docs/reference/contract.md, Settings of the model",
        },
        "contract_no_message_column": {
            "what": "model {model}, {part}",
            "given": "no message carries {given}",
            "allowed": "at least one column that messages carry (without `from`)",
            "read": "docs/reference/contract.md, Settings of a column",
        },
        "column_setting": {
            "what": "{column}, meta.cdc",
            "given": "'{given}' is not known",
            "allowed": "{allowed}",
            "read": "docs/reference/contract.md, Settings of a column",
        },
        "column_source": {
            "what": "{column}",
            "given": "a source column '{given}' cannot be read, because {problem}",
            "advice": "Leave the column out",
            "read": "docs/reference/contract.md, Names",
        },
        "column_name": {
            "what": "model {model}",
            "given": "a column cannot be named {given}, because {problem}",
            "advice": "Give it another name, and this one as `source`",
            "read": "docs/reference/contract.md, Names",
        },
        "column_data_type": {
            "what": "{column}, data_type",
            "given": "invalid value '{given}'",
            "allowed": "{simple}, decimal(p,s) to 38 digits, array<...> and struct<...> of {inner} (for others declare string, which keeps the JSON)",
            "read": "docs/reference/contract.md, Data types",
        },
        "column_from": {
            "what": "{column}, from",
            "given": "invalid value '{given}'",
            "allowed": "{allowed}",
            "read": "docs/reference/contract.md, Settings of a column",
        },
        "column_from_alone": {
            "what": "{column}, {setting}",
            "given": "'{given}' cannot be declared of a column with `from`, because no message carries it",
            "allowed": "from alone, or {setting} without from",
            "read": "docs/reference/contract.md, Settings of a column",
        },
        "column_from_data_type": {
            "what": "{column}, data_type",
            "given": "invalid value '{given}' for a column with `from`",
            "allowed": "string",
            "read": "docs/reference/contract.md, Settings of a column",
        },
    }) }}
{% endmacro %}
