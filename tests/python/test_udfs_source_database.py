from __future__ import annotations

from typing import Any

import pytest
from dbt_spark_cdc.source_database import PASSWORD, USER, create_view, kind_of, url_problem
from spark_cdc_udfs.errors import Problem

POSTGRESQL = "jdbc:postgresql://db:5432/shop"


class Reader:
    """A Spark session whose JDBC source fails until it has been given a jar."""

    def __init__(self, *faults: str) -> None:
        self.faults = list(faults)
        self.calls: list[str] = []

    @property
    def read(self) -> Reader:
        return self

    def jdbc(self, url: str, table: str, **options: Any) -> Reader:
        self.calls.append(table)
        if self.faults:
            raise RuntimeError(self.faults.pop(0))
        self.options = options
        return self

    def sql(self, statement: str) -> Reader:
        self.calls.append(statement)
        if len(self.faults) > 1:
            raise RuntimeError(self.faults.pop(0))
        return self

    def collect(self) -> None:
        pass

    def createOrReplaceTempView(self, view: str) -> None:
        self.calls.append(view)


@pytest.fixture(autouse=True)
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(USER, "reader")
    monkeypatch.setenv(PASSWORD, "secret")


@pytest.mark.parametrize(
    "url", [POSTGRESQL, "jdbc:mariadb://db/app?useSsl=true", "jdbc:postgresql://db/x?sslmode=require"]
)
def test_urls_that_can_be_read(url: str) -> None:
    assert url_problem(url) is None
    assert kind_of(url) == url.split(":")[1]


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("jdbc:mysql://db/app", "reconcile_url"),
        ("postgresql://db/app", "reconcile_url"),
        ("jdbc:postgresql:shop", "reconcile_url"),
        ("jdbc:oracle:thin:@db?password=open", "reconcile_url"),
        ("jdbc:postgresql://me:open@db/shop", "reconcile_url_credentials"),
        ("jdbc:postgresql://db/shop?a=b&Password=open", "reconcile_url_credentials"),
        ("jdbc:mariadb://db/shop?user=me", "reconcile_url_credentials"),
    ],
)
def test_other_urls_are_refused_without_their_password(url: str, problem: str) -> None:
    found = url_problem(url)
    assert found is not None
    assert found.name == problem
    assert "open" not in str(found)


def test_a_missing_user_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(USER)
    assert url_problem(POSTGRESQL) == Problem("reconcile_user", {})


def test_a_driver_that_is_there_is_not_fetched() -> None:
    spark = Reader()
    assert create_view(spark, "rows", POSTGRESQL, "select 1", ["k < 5", "k >= 5"]) is None
    assert spark.calls == ["(select 1) as source_rows", "rows"]
    assert spark.options["predicates"] == ["k < 5", "k >= 5"]
    assert spark.options["properties"]["password"] == "secret"


def test_a_missing_driver_is_fetched_once_and_named_if_it_cannot_be() -> None:
    lacking = "java.lang.ClassNotFoundException: org.postgresql.Driver"
    spark = Reader(lacking)
    assert create_view(spark, "rows", POSTGRESQL, "select 1") is None
    assert spark.calls[1] == "add jar 'ivy://org.postgresql:postgresql:42.7.7?transitive=false'"
    output = create_view(Reader(lacking, "no network", "unused"), "rows", POSTGRESQL, "select 1")
    given = {"driver": "org.postgresql:postgresql:42.7.7", "problem": "no network"}
    assert output == Problem("reconcile_driver", given)


def test_the_databases_error_is_passed_on_without_the_password() -> None:
    output = create_view(Reader("no access with secret\n\tat java.Stack"), "rows", POSTGRESQL, "select 1")
    assert output == Problem("reconcile_unreadable", {"problem": "no access with ***"})
