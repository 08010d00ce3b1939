"""StreamX's ddlMeta: the parsed DDL statement that DataWorks ships as base64 of a Java serialisation.

The bytes are parsed, no Java class is ever instantiated. Fields are found by name, because the classes belong to a
closed parser (com.alibaba.fastsql, a fork of druid's) whose layout may change between versions.
What is read is advisory: the message's own `ddl.text` and source names are authoritative.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .base64_bytes import decode_base64_bytes
from .decoded import Decoded

MAX_BYTES = 1 << 20
MAX_ACTIONS = 4_096  # MySQL's limit of columns; 1 MiB of back references could otherwise unfold to billions
MAX_NAME = 1_024
MAX_TYPE = 65_535
ROOT_CLASS = "com.alibaba.di.plugin.center.meta.DDLMeta"

_STREAM_HEADER = b"\xac\xed\x00\x05"  # checked here, because javaobj would also unpack gzip, which no size cap survives
_QUOTES = {"`": "`", '"': '"', "'": "'", "[": "]"}
_KINDS = {
    "AlterTableStatement": "alter_table",
    "CreateTableStatement": "create_table",
    "DropTableStatement": "drop_table",
    "RenameTableStatement": "rename_table",
    "TruncateStatement": "truncate_table",
    "CreateIndexStatement": "create_index",
    "DropIndexStatement": "drop_index",
}
_ACTIONS = {
    "AlterTableAddColumn": "add_column",
    "AlterTableDropColumnItem": "drop_column",
    "AlterTableModifyColumn": "modify_column",
    "AlterTableChangeColumn": "change_column",
    "AlterTableAlterColumn": "alter_column",
    "AlterTableRenameColumn": "rename_column",
    "AlterTableRename": "rename",
}


class DdlAction(NamedTuple):
    """One change of one column, or of the table itself (then without a column name)."""

    action: str  # add_column, drop_column, modify_column, change_column, alter_column, rename_column, rename, other
    column_name: str | None  # the name before the change
    column_type: str | None  # as the source database spells it, with arguments
    new_name: str | None  # of the column, or of the table for `rename`


class DdlMeta(NamedTuple):
    """The effect of a DDL statement, as ddlMeta describes it."""

    ddl_text: str
    statement: str  # simple name of the statement's class
    kind: str  # alter_table, create_table, drop_table, rename_table, truncate_table, create_index, drop_index, other
    table_name: str | None
    actions: list[DdlAction]


class _UnexpectedError(Exception):
    """The object graph is not what this module knows."""


def decode_ddl_meta(text: object) -> Decoded[DdlMeta]:
    """Decode a ddlMeta; whatever is wrong with the input becomes a reason, never an exception."""
    if text is None:
        return Decoded(None, None)
    if not isinstance(text, str):
        return Decoded(None, "ddlMeta: not a text")
    if len(text) > 2 * MAX_BYTES:
        return Decoded(None, f"ddlMeta: more than {MAX_BYTES} bytes")
    stream, reason = decode_base64_bytes(text)
    if stream is None:
        return Decoded(None, f"ddlMeta: {reason}")
    if len(stream) > MAX_BYTES:
        return Decoded(None, f"ddlMeta: more than {MAX_BYTES} bytes")
    if not stream.startswith(_STREAM_HEADER):
        return Decoded(None, "ddlMeta: not a Java serialisation")
    try:
        from javaobj import v2  # lazy: only this decoder needs it
    except ImportError:
        return Decoded(None, "ddlMeta: javaobj-py3 is not installed")
    try:
        return Decoded(_ddl_meta(v2.loads(stream)), None)
    except _UnexpectedError as error:
        return Decoded(None, f"ddlMeta: {error}")
    except Exception as error:  # damaged streams raise a dozen types, RecursionError and MemoryError among them
        return Decoded(None, f"ddlMeta: unreadable Java serialisation ({type(error).__name__})")


def fnv1a_64(name: str) -> int:
    """Hash a name as the parser's hashCode64 does: FNV-1a of its UTF-16 units, A-Z lowered, as a signed long."""
    value = 0xCBF29CE484222325
    units = name.encode("utf-16-be")
    for high, low in zip(units[::2], units[1::2], strict=True):
        unit = high << 8 | low
        value = ((value ^ (unit + 32 if 0x41 <= unit <= 0x5A else unit)) * 0x100000001B3) % (1 << 64)
    return value - (1 << 64) if value >> 63 else value


def _ddl_meta(root: Any) -> DdlMeta:
    if _class_name(root) != ROOT_CLASS:
        raise _UnexpectedError("root is not a DDLMeta")
    fields = _fields(root)
    statement = fields.get("statement")
    simple_name = _simple_name(statement)
    of_statement = _fields(statement)
    return DdlMeta(
        ddl_text=_text(fields.get("ddlText"), MAX_BYTES),
        statement=simple_name,
        kind=_KINDS.get(_without_dialect(simple_name), "other"),
        table_name=_table_name(of_statement),
        actions=_actions(of_statement.get("items")),
    )


def _table_name(statement: dict[str, Any]) -> str | None:
    source = statement.get("tableSource")
    if source is None:
        sources = _elements(statement.get("tableSources"))
        source = sources[0] if len(sources) == 1 else None
    return None if source is None else _source_name(source)


def _source_name(source: Any) -> str:
    return _name(_fields(source).get("expr"))


def _actions(items: Any) -> list[DdlAction]:
    actions: list[DdlAction] = []
    size = 0
    for item in _elements(items):
        for action in _actions_of(item):
            actions.append(action)
            size += sum(len(part) for part in action if part)
            if len(actions) > MAX_ACTIONS or size > MAX_BYTES:
                raise _UnexpectedError("too many actions")
    return actions


def _actions_of(item: Any) -> Iterator[DdlAction]:
    """Yield the actions of one item of an ALTER TABLE."""
    action = _ACTIONS.get(_without_dialect(_simple_name(item)), "other")
    fields = _fields(item)
    if action == "add_column":
        for column in _elements(fields.get("columns")):
            yield DdlAction(action, *_column(column), None)
    elif action == "drop_column":
        for column in _elements(fields.get("columns")):
            yield DdlAction(action, _name(column), None, None)
    elif action == "modify_column":
        yield DdlAction(action, *_column(fields.get("newColumnDefinition")), None)
    elif action == "change_column":
        new_name, column_type = _column(fields.get("newColumnDefinition"))
        yield DdlAction(action, _name(fields.get("columnName")), column_type, new_name)
    elif action == "alter_column":
        column = fields.get("column")
        named = "dataType" in _fields(column)
        yield DdlAction(action, *(_column(column) if named else (_name(column), None)), None)
    elif action == "rename_column":
        yield DdlAction(action, _name(fields.get("column")), None, _name(fields.get("to")))
    elif action == "rename":
        yield DdlAction(action, None, None, _source_name(fields.get("to")))
    else:
        yield DdlAction(action, None, None, None)


def _column(definition: Any) -> tuple[str, str | None]:
    fields = _fields(definition)
    data_type = fields.get("dataType")
    return _name(fields.get("name")), None if data_type is None else _type_text(data_type)


def _type_text(data_type: Any) -> str:
    fields = _fields(data_type)
    name = _text(fields.get("name"), MAX_NAME)
    _check_hash(name, fields.get("nameHashCode64"))
    arguments: list[str] = []
    size = 0
    for argument in _elements(fields.get("arguments")):
        arguments.append(_argument(argument))
        size += len(arguments[-1]) + 1
        if size > MAX_TYPE:
            raise _UnexpectedError("column type too long")
    text = f"{name}({','.join(arguments)})" if arguments else name
    return text + "".join(f" {word}" for word in ("unsigned", "zerofill") if fields.get(word) is True)


def _argument(argument: Any) -> str:
    kind = _simple_name(argument)
    fields = _fields(argument)
    if kind == "SQLIntegerExpr":
        number = _fields(fields.get("number")).get("value")
        if not isinstance(number, int):
            raise _UnexpectedError("column type with an unknown number")
        return str(number)
    if kind == "SQLCharExpr":
        text = _text(fields.get("text"), MAX_TYPE).replace("'", "''")
        return f"'{text}'"
    if kind == "SQLIdentifierExpr":
        return _name(argument)
    raise _UnexpectedError("column type with an unknown argument")


def _name(expression: Any) -> str:
    """Return an identifier without its quotes, qualified ones (`owner.name`) with a point."""
    parts: list[str] = []
    while expression is not None:
        fields = _fields(expression)
        name = _text(fields.get("name"), MAX_NAME)
        if _simple_name(expression) == "SQLIdentifierExpr":  # a qualified name hashes its owner too
            _check_hash(name, fields.get("hashCode64"))
        parts.append(_unquoted(name))
        if len(parts) > 4:  # catalogue, database, schema and table; also ends a cycle
            raise _UnexpectedError("name with too many parts")
        expression = fields.get("owner")
    if not parts:
        raise _UnexpectedError("name is missing")
    return ".".join(reversed(parts))


def _check_hash(name: str, stored: Any) -> None:
    # The parser computes hashes when first asked for and keeps 0 until then; druid hashes a quoted name unquoted.
    if stored and stored not in (fnv1a_64(name), fnv1a_64(_inside_quotes(name))):
        raise _UnexpectedError("hash of a name does not match")


def _inside_quotes(name: str) -> str:
    return name[1:-1] if len(name) > 2 and _QUOTES.get(name[0]) == name[-1] else name


def _unquoted(name: str) -> str:
    inside = _inside_quotes(name)
    return inside if inside == name else inside.replace(name[-1] * 2, name[-1])


def _class_name(instance: Any) -> str:
    description = getattr(instance, "classdesc", None)
    name = getattr(description, "name", None)
    if not isinstance(name, str):
        raise _UnexpectedError("an object is missing")
    return name


def _simple_name(instance: Any) -> str:
    name = _class_name(instance).rsplit(".", 1)[-1].rsplit("$", 1)[-1]
    return _checked(name, MAX_NAME)


def _without_dialect(simple_name: str) -> str:
    for dialect in ("SQLServer", "SQL", "MySql", "Oracle", "PG"):  # the longer one first
        if simple_name.startswith(dialect) and simple_name.removeprefix(dialect)[:1].isupper():
            return simple_name.removeprefix(dialect)
    return simple_name


def _fields(instance: Any) -> dict[str, Any]:
    """Return an object's fields by name, a subclass's hiding its superclass's."""
    by_class = getattr(instance, "field_data", None)
    if not isinstance(by_class, dict):
        raise _UnexpectedError("an object is missing")
    return {field.name: value for fields in by_class.values() for field, value in fields.items()}


def _elements(value: Any) -> list[Any]:
    """Return the elements of a Java list; javaobj gives those as a Python list, a null as None."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise _UnexpectedError("a list is missing")
    return value


def _text(value: Any, limit: int) -> str:
    text = getattr(value, "value", None)
    if not isinstance(text, str):
        raise _UnexpectedError("a text is missing")
    return _checked(text, limit)


def _checked(text: str, limit: int) -> str:
    if len(text) > limit:
        raise _UnexpectedError("text too long")
    text.encode()  # Java text may hold half a surrogate pair, and one such value would fail a whole Arrow batch
    return text
