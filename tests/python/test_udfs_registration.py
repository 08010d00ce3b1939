from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from project import ROOT
from pyspark import cloudpickle
from spark_cdc_udfs import registration, thrift

UDFS = Path(registration.__file__).parents[1]


def test_registering_again_changes_nothing(spark: Any) -> None:
    names = registration.register_all(spark)
    assert names == registration.register_all(spark)
    assert spark.sql("select cdc_base64_bytes('AAAA').value").first() == (b"\0\0\0",)


def test_the_declared_types_are_the_returned_types(spark: Any) -> None:
    for name, function in registration.FUNCTIONS.items():
        arguments = {
            "cdc_connect_decimal": "'AA==', 2",
            "cdc_dts_record": "X'00'",
        }.get(name, "'AA=='")
        declared = spark.sql(f"select typeof({name}({arguments})), {name}({arguments}) is not null").first()
        assert declared == (f"struct<value:{function.value_sql},reason:string>", True)


def test_the_byte_order_of_a_mask_may_be_left_out(spark: Any) -> None:
    row = spark.sql("select cdc_mask_ordinals('8001').value, cdc_mask_ordinals('8001', 'bytes_le').value").first()
    assert row == ([1, 16], [8, 9])


@pytest.mark.parametrize("name", registration.FUNCTIONS)
def test_a_function_of_rows_gives_what_one_of_columns_gives(spark: Any, name: str) -> None:
    """Spark 4.0 has only the former. A text need not be UTF-8."""
    spark.udf.register("of_rows", registration._spark_function(registration.FUNCTIONS[name], by_column=False))
    texts = ["'AA=='", "'8001'", "'!'", "'alter table t add c int'", "cast(X'FF41' as string)", "null"]
    values = ["X'00'", "X'FF41'", "null"] if name == "cdc_dts_record" else texts
    more = ", 2" if name == "cdc_connect_decimal" else ""
    rows = spark.sql(f"select {name}(v{more}), of_rows(v{more}) from values ({'), ('.join(values)}) as t (v)").collect()
    assert [of_columns for of_columns, _ in rows] == [of_rows for _, of_rows in rows]
    assert len(rows) == len(values)


EXAMPLES = [
    example
    for page in sorted(ROOT.glob("docs/formats/*.md"))
    for example in re.findall("^```sql\n(.*?)^```", page.read_text(), re.M | re.S)
]


def test_every_function_is_called_by_a_macro_or_shown_at_work() -> None:
    macros = [re.sub("{#.*?#}", "", path.read_text(), flags=re.S) for path in ROOT.glob("macros/**/*.sql")]
    used = set(re.findall(r"\b(cdc_\w+)\(", "\n".join([*macros, *EXAMPLES])))
    assert {*registration.FUNCTIONS, *registration.TABLE_FUNCTIONS} - used == set()


@pytest.mark.parametrize(
    ("function", "reason", "value", "expected"),
    [
        (
            "cdc_mask_ordinals",
            "mask_mismatch",
            '{"message":{"headers":{"columnMask":"8001"},"data":{"A":1}}}',
            [("t", 7, ([1, 16], None), ["A"])],
        ),
        ("cdc_base64_bytes", "undecodable_binary", "AAE=", [("t", 7, None, "0001", None)]),
        ("cdc_base64_bytes", "malformed", "h", [("t", 7, None, None, "base64: truncated, one digit left over")]),
        ("cdc_base64_bytes", "oversized", "AAE=", []),
    ],
)
def test_examples_look_at_quarantine(spark: Any, function: str, reason: str, value: str, expected: list[Any]) -> None:
    columns = {"topic": "'t'", "offset": "7", "reason": f"'{reason}'", "detail": "null", "value": f"'{value}'"}
    row = ", ".join(f"{sql} as cdc_{name}" for name, sql in columns.items())
    (example,) = [example for example in EXAMPLES if function in example]
    found = spark.sql(example.replace("{{ ref('cdc_quarantine') }}", f"(select {row})")).collect()
    assert [tuple(row) for row in found] == expected


@pytest.mark.parametrize("name", registration.FUNCTIONS)
def test_workers_need_not_have_the_package(spark: Any, name: str, tmp_path: Path) -> None:
    function = registration.FUNCTIONS[name]
    pickled = tmp_path / "function"
    pickled.write_bytes(cloudpickle.dumps(registration._by_column(function.decode, function.value_type)))
    program = f"""
import pathlib, sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "spark_cdc_udfs":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
import pyarrow
from pyspark import cloudpickle
function = cloudpickle.loads(pathlib.Path({str(pickled)!r}).read_bytes())
print(function(pyarrow.array([None, "AA==", "!"]), *[pyarrow.array([1] * 3)] * ({name!r} == "cdc_connect_decimal")))
"""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_decoders_import_neither_spark_nor_dbt() -> None:
    heavy = {"pyspark", "dbt", "fastavro", "javaobj", "pyarrow"}
    program = f"import spark_cdc_udfs, sys; print({heavy} & set(sys.modules))"
    environment = {**os.environ, "PYTHONPATH": str(UDFS)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_local_jars_may_be_in_a_folder_with_a_space() -> None:
    jars = "file:/a%20folder/a.jar,/b%20/b.jar,hdfs://host/c.jar,"
    assert thrift.local_paths(jars) == ["/a folder/a.jar", "/b%20/b.jar"]


def test_thrift_settings_keep_the_single_session() -> None:
    conf = thrift.settings(["spark.master=local[2]", "spark.sql.hive.thriftServer.singleSession=false"])
    assert conf["spark.master"] == "local[2]"
    assert conf["spark.sql.hive.thriftServer.singleSession"] == "true"


def test_thrift_settings_have_what_the_models_need() -> None:
    assert thrift.settings([])["spark.sql.session.timeZone"] == "UTC"
    assert thrift.settings(["spark.sql.analyzer.maxIterations=500"])["spark.sql.analyzer.maxIterations"] == "500"


@pytest.mark.parametrize("argument", ["spark.master", "--help", "master=local"])
def test_thrift_refuses_what_is_no_setting(argument: str) -> None:
    with pytest.raises(SystemExit, match="not a Spark setting"):
        thrift.settings([argument])
