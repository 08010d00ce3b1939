from __future__ import annotations

import base64
import struct
import tracemalloc
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spark_cdc_udfs import DdlAction, DdlMeta, Decoded, decode_ddl_meta
from spark_cdc_udfs.ddl_meta import MAX_BYTES, MAX_NAME, MAX_TYPE, ROOT_CLASS, fnv1a_64

pytestmark = pytest.mark.law("L12")

# The DDL message of the DataHub page, "Data formats and message examples".
SAMPLE = """
rO0ABXNyACljb20uYWxpYmFiYS5kaS5wbHVnaW4uY2VudGVyLm1ldGEuRERMTWV0YQLb5Cx/YWXtAgACTAAHZGRsVGV4dHQAEkxqYXZhL2xhbmcvU3Ry
aW5nO0wACXN0YXRlbWVudHQAKkxjb20vYWxpYmFiYS9mYXN0c3FsL3NxbC9hc3QvU1FMU3RhdGVtZW50O3hwdAAtYWx0ZXIgdGFibGUgdF9zaGl5dV9u
b3BrIGFkZCBjb2x1bW4gaG9sbyB0ZXh0c3IAPGNvbS5hbGliYWJhLmZhc3RzcWwuc3FsLmFzdC5zdGF0ZW1lbnQuU1FMQWx0ZXJUYWJsZVN0YXRlbWVu
dBQPP3vMUl2cAgAPSQAHYnVja2V0c1oABmlnbm9yZVoAF2ludmFsaWRhdGVHbG9iYWxJbmRleGVzWgAPbWVyZ2VTbWFsbEZpbGVzWgAHb2ZmbGluZVoA
Bm9ubGluZVoADnJlbW92ZVBhdGl0aW5nWgATdXBkYXRlR2xvYmFsSW5kZXhlc1oAD3VwZ3JhZGVQYXRpdGluZ0wAC2NsdXN0ZXJlZEJ5dAAQTGphdmEv
dXRpbC9MaXN0O0wABWl0ZW1zcQB+AAZMAAlwYXJ0aXRpb250ACxMY29tL2FsaWJhYmEvZmFzdHNxbC9zcWwvYXN0L1NRTFBhcnRpdGlvbkJ5O0wACHNv
cnRlZEJ5cQB+AAZMAAx0YWJsZU9wdGlvbnNxAH4ABkwAC3RhYmxlU291cmNldAA6TGNvbS9hbGliYWJhL2Zhc3RzcWwvc3FsL2FzdC9zdGF0ZW1lbnQv
U1FMRXhwclRhYmxlU291cmNlO3hyACxjb20uYWxpYmFiYS5mYXN0c3FsLnNxbC5hc3QuU1FMU3RhdGVtZW50SW1wbEOxUUDVCJMGAgADWgAJYWZ0ZXJT
ZW1pTAAGZGJUeXBldAAcTGNvbS9hbGliYWJhL2Zhc3RzcWwvRGJUeXBlO0wACWhlYWRIaW50c3EAfgAGeHIAKWNvbS5hbGliYWJhLmZhc3RzcWwuc3Fs
LmFzdC5TUUxPYmplY3RJbXBs5LvqLFggFVECAAVJAAxzb3VyY2VDb2x1bW5JAApzb3VyY2VMaW5lTAAKYXR0cmlidXRlc3QAD0xqYXZhL3V0aWwvTWFw
O0wABGhpbnR0ACxMY29tL2FsaWJhYmEvZmFzdHNxbC9zcWwvYXN0L1NRTENvbW1lbnRIaW50O0wABnBhcmVudHQAJ0xjb20vYWxpYmFiYS9mYXN0c3Fs
L3NxbC9hc3QvU1FMT2JqZWN0O3hwAAAAAAAAAABwcHAAfnIAGmNvbS5hbGliYWJhLmZhc3RzcWwuRGJUeXBlAAAAAAAAAAASAAB4cgAOamF2YS5sYW5n
LkVudW0AAAAAAAAAABIAAHhwdAAFbXlzcWxwAAAAAAAAAAAAAAAAc3IAE2phdmEudXRpbC5BcnJheUxpc3R4gdIdmcdhnQMAAUkABHNpemV4cAAAAAB3
BAAAAAB4c3EAfgAUAAAAAXcEAAAAAXNyADxjb20uYWxpYmFiYS5mYXN0c3FsLnNxbC5hc3Quc3RhdGVtZW50LlNRTEFsdGVyVGFibGVBZGRDb2x1bW4l
5T6CFe//BAIABloAB2Nhc2NhZGVaAAVmaXJzdEwAC2FmdGVyQ29sdW1udAAlTGNvbS9hbGliYWJhL2Zhc3RzcWwvc3FsL2FzdC9TUUxOYW1lO0wAB2Nv
bHVtbnNxAH4ABkwAC2ZpcnN0Q29sdW1ucQB+ABhMAAhyZXN0cmljdHQAE0xqYXZhL2xhbmcvQm9vbGVhbjt4cQB+AAsAAAAAAAAAAHBwcQB+AA8AAHBz
cQB+ABQAAAABdwQAAAABc3IAOWNvbS5hbGliYWJhLmZhc3RzcWwuc3FsLmFzdC5zdGF0ZW1lbnQuU1FMQ29sdW1uRGVmaW5pdGlvbst0gLKZ0qAtAgAm
WgANYXV0b0luY3JlbWVudFoADGRpc2FibGVJbmRleFoAB3ByZVNvcnRJAAxwcmVTb3J0T3JkZXJaAAZzdG9yZWRaAAd2aXJ0dWFsWgAHdmlzaWJsZUwA
CGFubkluZGV4dAApTGNvbS9hbGliYWJhL2Zhc3RzcWwvc3FsL2FzdC9TUUxBbm5JbmRleDtMAAZhc0V4cHJ0ACVMY29tL2FsaWJhYmEvZmFzdHNxbC9z
cWwvYXN0L1NRTEV4cHI7TAALY2hhcnNldEV4cHJxAH4AHkwADWNvbFByb3BlcnRpZXNxAH4ABkwAC2NvbGxhdGVFeHBycQB+AB5MAAdjb21tZW50cQB+
AB5MAAtjb21wcmVzc2lvbnQALkxjb20vYWxpYmFiYS9mYXN0c3FsL3NxbC9hc3QvZXhwci9TUUxDaGFyRXhwcjtMAAtjb25zdHJhaW50c3EAfgAGTAAI
ZGF0YVR5cGV0AClMY29tL2FsaWJhYmEvZmFzdHNxbC9zcWwvYXN0L1NRTERhdGFUeXBlO0wABmRiVHlwZXEAfgAKTAALZGVmYXVsdEV4cHJxAH4AHkwA
CWRlbGltaXRlcnEAfgAeTAASZGVsaW1pdGVyVG9rZW5pemVycQB+AB5MAAZlbmFibGVxAH4AGUwABmVuY29kZXEAfgAfTAAGZm9ybWF0cQB+AB5MABBn
ZW5lcmF0ZWRBbGF3c0FzcQB+AB5MAAhpZGVudGl0eXQARExjb20vYWxpYmFiYS9mYXN0c3FsL3NxbC9hc3Qvc3RhdGVtZW50L1NRTENvbHVtbkRlZmlu
aXRpb24kSWRlbnRpdHk7TAASanNvbkluZGV4QXR0cnNFeHBycQB+AB5MAAhtYXBwZWRCeXEAfgAGTAAEbmFtZXEAfgAYTAAMbmxwVG9rZW5pemVycQB+
AB5MAAhvblVwZGF0ZXEAfgAeTAAEcmVseXEAfgAZTAAMc2VxdWVuY2VUeXBldAAvTGNvbS9hbGliYWJhL2Zhc3RzcWwvc3FsL2FzdC9BdXRvSW5jcmVt
ZW50VHlwZTtMAARzdGVwcQB+AB5MAAdzdG9yYWdlcQB+AB5MAAl1bml0Q291bnRxAH4AHkwACXVuaXRJbmRleHEAfgAeTAAIdmFsaWRhdGVxAH4AGUwA
CXZhbHVlVHlwZXEAfgAeeHEAfgALAAAAAAAAAABwcHEAfgAaAAAAAAAAAAAAAHBwcHBwcHBzcQB+ABQAAAAAdwQAAAAAeHNyADpjb20uYWxpYmFiYS5m
YXN0c3FsLnNxbC5hc3Quc3RhdGVtZW50LlNRTENoYXJhY3RlckRhdGFUeXBlqtJac/d+04cCAAVaAAloYXNCaW5hcnlMAAtjaGFyU2V0TmFtZXEAfgAB
TAAIY2hhclR5cGVxAH4AAUwAB2NvbGxhdGVxAH4AAUwABWhpbnRzcQB+AAZ4cgArY29tLmFsaWJhYmEuZmFzdHNxbC5zcWwuYXN0LlNRTERhdGFUeXBl
SW1wbEWL29pc1gZFAgAJSgAObmFtZUhhc2hDb2RlNjRaAAh1bnNpZ25lZFoAEXdpdGhMb2NhbFRpbWVab25lWgAIemVyb2ZpbGxMAAlhcmd1bWVudHNx
AH4ABkwABmRiVHlwZXEAfgAKTAAHaW5kZXhCeXEAfgAeTAAEbmFtZXEAfgABTAAMd2l0aFRpbWVab25lcQB+ABl4cQB+AAsAAAAAAAAAAHBwcQB+ACP6
BPTvGZVAfgAAAHNxAH4AFAAAAAB3BAAAAAB4cHB0AAR0ZXh0cABwcHBwcQB+ABJwcHBwcHBwcHBwc3IAMmNvbS5hbGliYWJhLmZhc3RzcWwuc3FsLmFz
dC5leHByLlNRTElkZW50aWZpZXJFeHBy3DXH1zvWbgkCAARKAApoYXNoQ29kZTY0TAAEbmFtZXEAfgABTAAOcmVzb2x2ZWRDb2x1bW5xAH4ADkwAE3Jl
c29sdmVkT3duZXJPYmplY3RxAH4ADnhyACdjb20uYWxpYmFiYS5mYXN0c3FsLnNxbC5hc3QuU1FMRXhwckltcGxs2ypmFJxWrQIAAHhxAH4ACwAAAAAA
AAAAcHBwQCnxzH5tIDl0AARob2xvcHBwcHBwcHBwcHBweHBweHBzcQB+ABQAAAAAdwQAAAAAeHNxAH4AFAAAAAB3BAAAAAB4c3IAOGNvbS5hbGliYWJh
LmZhc3RzcWwuc3FsLmFzdC5zdGF0ZW1lbnQuU1FMRXhwclRhYmxlU291cmNlRHD7eYJ4eswCAAVMAAdjb2x1bW5zcQB+AAZMAARleHBycQB+AB5MAApw
YXJ0aXRpb25zcQB+AAZMAAhzYW1wbGluZ3QAOExjb20vYWxpYmFiYS9mYXN0c3FsL3NxbC9hc3Qvc3RhdGVtZW50L1NRTFRhYmxlU2FtcGxpbmc7TAAM
c2NoZW1hT2JqZWN0dAAxTGNvbS9hbGliYWJhL2Zhc3RzcWwvc3FsL3JlcG9zaXRvcnkvU2NoZW1hT2JqZWN0O3hyADhjb20uYWxpYmFiYS5mYXN0c3Fs
LnNxbC5hc3Quc3RhdGVtZW50LlNRTFRhYmxlU291cmNlSW1wbAqEMenTm5zUAgAESgAPYWxpYXNIYXNoQ29kZTY0TAAFYWxpYXNxAH4AAUwACWZsYXNo
YmFja3EAfgAeTAAFaGludHNxAH4ABnhxAH4ACwAAAAAAAAAAcHBwAAAAAAAAAABwcHBwc3EAfgAqAAAAAAAAAABwcHEAfgA0NH7o4UvP9Dt0AAx0X3No
aXl1X25vcGtwcHBwcA==
""".strip()
STREAM = base64.b64decode(SAMPLE)
AST = "com.alibaba.fastsql.sql.ast."


# A writer of just enough Java serialisation to make statements that the vendor does not show.


def utf(text: str) -> bytes:
    raw = text.encode()
    return struct.pack(">H", len(raw)) + raw


def string(text: str) -> bytes:
    return b"t" + utf(text)


def java(class_name: str, **fields: bytes | int | bool | None) -> bytes:
    described, values = b"", b""
    for name, value in fields.items():
        if isinstance(value, bool):
            described, values = described + b"Z" + utf(name), values + bytes([value])
        elif isinstance(value, int):
            described, values = described + b"J" + utf(name), values + struct.pack(">q", value)
        else:
            described += b"L" + utf(name) + string("Ljava/lang/Object;")
            values += b"p" if value is None else value
    header = b"sr" + utf(class_name) + bytes(8) + b"\x02" + struct.pack(">H", len(fields))
    return header + described + b"xp" + values


def java_array(class_name: str, length: int) -> bytes:
    """Return the start of an array: its header, and no element."""
    return b"ur" + utf(class_name) + bytes(8) + b"\x02\x00\x00xp" + struct.pack(">i", length)


def back_reference(handle: int) -> bytes:
    return b"q" + struct.pack(">i", 0x7E0000 + handle)


def java_list(*elements: bytes) -> bytes:
    size = struct.pack(">i", len(elements))
    header = b"sr" + utf("java.util.ArrayList") + bytes(8) + b"\x03\x00\x01I" + utf("size") + b"xp"
    return header + size + b"w\x04" + size + b"".join(elements) + b"x"


def identifier(name: str, hashed: str | None = None) -> bytes:
    code = fnv1a_64(name if hashed is None else hashed)
    return java(AST + "expr.SQLIdentifierExpr", name=string(name), hashCode64=code)


def owned(owner: bytes, name: str) -> bytes:
    return java(AST + "expr.SQLPropertyExpr", owner=owner, name=string(name))


def number(value: int) -> bytes:
    return java(AST + "expr.SQLIntegerExpr", number=java("java.lang.Integer", value=value))


def quoted(text: str) -> bytes:
    return java(AST + "expr.SQLCharExpr", text=string(text))


def column(name: str, type_name: str, *arguments: bytes, unsigned: bool = False) -> bytes:
    data_type = java(
        AST + "statement.SQLDataTypeImpl",
        name=string(type_name),
        nameHashCode64=fnv1a_64(type_name),
        arguments=java_list(*arguments),
        unsigned=unsigned,
    )
    return java(AST + "statement.SQLColumnDefinition", name=identifier(name), dataType=data_type)


def table(name: bytes) -> bytes:
    return java(AST + "statement.SQLExprTableSource", expr=name)


def statement(class_name: str, **fields: bytes | None) -> str:
    root = java(ROOT_CLASS, ddlText=string("some ddl"), statement=java(AST + "statement." + class_name, **fields))
    return base64.b64encode(b"\xac\xed\x00\x05" + root).decode()


def alter(*items: bytes) -> str:
    return statement("SQLAlterTableStatement", tableSource=table(identifier("t")), items=java_list(*items))


def item(class_name: str, **fields: bytes) -> bytes:
    return java(AST + "statement." + class_name, **fields)


def actions(text: str) -> Sequence[tuple[str | None, ...]]:
    value, reason = decode_ddl_meta(text)
    assert reason is None
    assert value is not None
    return [tuple(action) for action in value.actions]


def assert_refused(text: str) -> str:
    value, reason = decode_ddl_meta(text)
    assert value is None
    assert reason
    return reason


def test_the_vendor_s_example() -> None:
    assert decode_ddl_meta(SAMPLE) == Decoded(
        DdlMeta(
            ddl_text="alter table t_shiyu_nopk add column holo text",
            statement="SQLAlterTableStatement",
            kind="alter_table",
            table_name="t_shiyu_nopk",
            actions=[DdlAction("add_column", "holo", "text", None)],
        ),
        None,
    )


@pytest.mark.parametrize(
    ("name", "code"),
    [("t_shiyu_nopk", 3782716791375000635), ("HOLO", 4623492353069228089), ("text", -430950356557152130)],
)
def test_hash_of_the_vendor_s_names(name: str, code: int) -> None:
    assert fnv1a_64(name) == code


@pytest.mark.parametrize(
    ("name", "units"),
    [
        ("名称", [0x540D, 0x79F0]),
        ("😀", [0xD83D, 0xDE00]),
        ("Éß", [0x00C9, 0x00DF]),  # lowered are A to Z alone
        ("@AZ[", [0x40, 0x61, 0x7A, 0x5B]),
    ],
)
def test_the_hash_is_fnv1a_of_utf_16_units(name: str, units: list[int]) -> None:
    value = 0xCBF29CE484222325
    for unit in units:
        value = (value ^ unit) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    (signed,) = struct.unpack(">q", struct.pack(">Q", value))
    assert fnv1a_64(name) == signed


def test_none_is_neither_a_value_nor_a_reason() -> None:
    assert decode_ddl_meta(None) == Decoded(None, None)


def test_types_keep_their_arguments() -> None:
    added = item(
        "SQLAlterTableAddColumn",
        columns=java_list(
            column("a", "decimal", number(10), number(2), unsigned=True),
            column("b", "enum", quoted("x"), quoted("it's")),
        ),
    )
    assert actions(alter(added)) == [
        ("add_column", "a", "decimal(10,2) unsigned", None),
        ("add_column", "b", "enum('x','it''s')", None),
    ]


def test_every_kind_of_action() -> None:
    text = alter(
        item("SQLAlterTableDropColumnItem", columns=java_list(identifier("a"), identifier("b"))),
        item("MySqlAlterTableModifyColumn", newColumnDefinition=column("c", "int")),
        item("MySqlAlterTableChangeColumn", columnName=identifier("d"), newColumnDefinition=column("e", "int")),
        item("SQLAlterTableAlterColumn", column=column("f", "int")),
        item("SQLAlterTableRenameColumn", column=identifier("g"), to=identifier("h")),
        item("SQLAlterTableRename", to=table(identifier("u"))),
        item("SQLAlterTableAddIndex"),
    )
    assert actions(text) == [
        ("drop_column", "a", None, None),
        ("drop_column", "b", None, None),
        ("modify_column", "c", "int", None),
        ("change_column", "d", "int", "e"),
        ("alter_column", "f", "int", None),
        ("rename_column", "g", None, "h"),
        ("rename", None, None, "u"),
        ("other", None, None, None),
    ]


@pytest.mark.parametrize(
    ("class_name", "kind"),
    [
        ("SQLCreateTableStatement", "create_table"),
        ("MySqlCreateTableStatement", "create_table"),
        ("SQLServerCreateTableStatement", "create_table"),
        ("SQLGrantStatement", "other"),
    ],
)
def test_kind_follows_the_class_of_the_statement(class_name: str, kind: str) -> None:
    value = decode_ddl_meta(statement(class_name, tableSource=table(identifier("t")))).value
    assert value is not None
    assert (value.statement, value.kind, value.table_name, value.actions) == (class_name, kind, "t", [])


@pytest.mark.parametrize(("names", "expected"), [((), None), (("a",), "a"), (("a", "b"), None)])
def test_a_drop_of_several_tables_names_none(names: tuple[str, ...], expected: str | None) -> None:
    sources = java_list(*(table(identifier(name)) for name in names))
    value = decode_ddl_meta(statement("SQLDropTableStatement", tableSources=sources)).value
    assert value is not None
    assert (value.kind, value.table_name) == ("drop_table", expected)


def test_qualified_and_quoted_names() -> None:
    owner = identifier("`My``Db`", hashed="my``db")
    name = java(AST + "expr.SQLPropertyExpr", owner=owner, name=string('"T"'), hashCode64=1)
    value = decode_ddl_meta(statement("SQLAlterTableStatement", tableSource=table(name))).value
    assert value is not None
    assert value.table_name == "My`Db.T"


def named(expression: bytes) -> str:
    return statement("SQLAlterTableStatement", tableSource=table(expression))


def test_a_name_has_at_most_four_parts() -> None:
    name = identifier("a")
    for part in "bcd":
        name = owned(name, part)
    value = decode_ddl_meta(named(name)).value
    assert value is not None
    assert value.table_name == "a.b.c.d"
    for part in "ef":
        name = owned(name, part)
        assert "too many parts" in assert_refused(named(name))


def test_a_name_that_owns_itself_ends() -> None:
    # Handles count descriptions, texts and objects as they begin. DDLMeta: 0, its fields' types 1 and 2, itself 3; the
    # text 4; the statement 5 to 7; the table source 8 to 10; the name's class 11, its fields' types 12 and 13.
    assert "too many parts" in assert_refused(named(owned(back_reference(14), "a")))


def test_a_name_that_its_hash_contradicts_is_refused() -> None:
    assert "hash" in assert_refused(base64.b64encode(STREAM.replace(b"\x04holo", b"\x04hola")).decode())
    assert "hash" in assert_refused(base64.b64encode(STREAM.replace(b"t_shiyu_nopk", b"t_shiyu_nopx")).decode())


def test_a_hash_that_was_never_computed_is_not_checked() -> None:
    name = java(AST + "expr.SQLIdentifierExpr", name=string("t"), hashCode64=0)
    assert decode_ddl_meta(statement("SQLTruncateStatement", tableSource=table(name))).reason is None


def test_another_root_class_is_refused() -> None:
    other = base64.b64encode(STREAM.replace(b"meta.DDLMeta", b"meta.DMLMeta")).decode()
    assert "root" in assert_refused(other)


@pytest.mark.parametrize(
    "text",
    ["", "!", "[SQLStatement serialized binary, expressed in base64 string]", "rO0ABQ==", "rO0ABXA=", SAMPLE + "AAAA"],
)
def test_what_is_no_ddl_meta_is_refused(text: str) -> None:
    assert_refused(text)


def test_gzip_is_not_unpacked() -> None:
    import gzip

    assert "not a Java serialisation" in assert_refused(base64.b64encode(gzip.compress(STREAM)).decode())


def test_several_objects_are_refused() -> None:
    assert_refused(base64.b64encode(STREAM + STREAM[4:]).decode())


@pytest.mark.parametrize("size", [MAX_BYTES, MAX_BYTES + 1, 3 * MAX_BYTES])
def test_huge_input_is_refused(size: int) -> None:
    reason = assert_refused(base64.b64encode(STREAM.ljust(size, b"p")).decode())
    assert (reason == f"ddlMeta: more than {MAX_BYTES} bytes") == (size > MAX_BYTES)


def test_deep_nesting_is_refused() -> None:
    layer = b"sr" + utf("X") + bytes(8) + b"\x02\x00\x01L" + utf("f") + string("LX;") + b"xp"
    assert "RecursionError" in assert_refused(base64.b64encode(STREAM[:4] + layer * 5000 + b"p").decode())


@pytest.mark.parametrize(
    ("class_name", "length"), [("[B", 2**31 - 1), ("[B", -1), ("[I", 2**31 - 1), ("[I", -1), ("[LX;", 2**31 - 1)]
)
def test_huge_lengths_take_no_memory(class_name: str, length: int) -> None:
    array = java_array(class_name, length)
    streams = [STREAM[:4] + array, STREAM[:4] + java(ROOT_CLASS, ddlText=array)]
    assert decode_ddl_meta(SAMPLE).reason is None  # what is imported at the first call is not counted
    tracemalloc.start()
    try:
        for stream in streams:
            assert_refused(base64.b64encode(stream).decode())
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_a_longer_name_is_refused() -> None:
    assert decode_ddl_meta(named(identifier("n" * MAX_NAME))).reason is None
    assert "text too long" in assert_refused(named(identifier("n" * (MAX_NAME + 1))))


def test_a_longer_column_type_is_refused() -> None:
    # An argument counts with its quotes and a comma.
    fitting = [quoted("x" * 32_764), quoted("y" * (MAX_TYPE - 32_767 - 3))]
    expected = f"set('{'x' * 32_764}','{'y' * (MAX_TYPE - 32_767 - 3)}')"

    def added(*arguments: bytes) -> str:
        return alter(item("SQLAlterTableAddColumn", columns=java_list(column("c", "set", *arguments))))

    assert actions(added(*fitting)) == [("add_column", "c", expected, None)]
    assert "column type too long" in assert_refused(added(*fitting, number(1)))


def test_few_bytes_cannot_unfold_to_many_actions() -> None:
    assert "too many actions" in assert_refused(alter(*[java("X")] * 5000))


def test_half_a_surrogate_pair_is_refused() -> None:
    assert_refused(base64.b64encode(STREAM.replace(b"t_shiyu_nopk add", b"\xed\xa0\x80hiyu_nopk add")).decode())


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(STREAM) - 1))
def test_a_truncated_stream_is_refused(length: int) -> None:
    assert_refused(base64.b64encode(STREAM[:length]).decode())


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(STREAM) - 1), st.integers(0, 255)), min_size=1, max_size=8))
def test_a_mutated_stream_never_raises(changes: list[tuple[int, int]]) -> None:
    mutated = bytearray(STREAM)
    for position, byte in changes:
        mutated[position] = byte
    value, reason = decode_ddl_meta(base64.b64encode(mutated).decode())
    assert (value is None) != (reason is None)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200), st.booleans())
def test_random_bytes_never_raise(raw: bytes, header: bool) -> None:
    assert_refused(base64.b64encode(STREAM[:4] * header + raw).decode())


@given(st.text())
def test_random_text_never_raises(text: str) -> None:
    assert_refused(text)


def test_spark_returns_the_same_structure(spark: Any) -> None:
    rows = spark.createDataFrame([(SAMPLE,), ("AAAA",), (None,)], "t string").selectExpr("cdc_ddl_meta(t) udf")
    good, bad, none = (row.udf for row in rows.collect())
    expected = decode_ddl_meta(SAMPLE).value
    assert expected is not None
    assert good.reason is None
    assert good.value.asDict(recursive=True) == {
        **expected._asdict(),
        "actions": [action._asdict() for action in expected.actions],
    }
    assert (bad.value, bool(bad.reason)) == (None, True)
    assert (none.value, none.reason) == (None, None)


@pytest.mark.parametrize("text", [b"AQ==", 1, ["AQ=="]])
def test_what_is_no_text_gives_a_reason(text: object) -> None:
    assert decode_ddl_meta(text) == Decoded(None, "ddlMeta: not a text")
