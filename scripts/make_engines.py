"""Makes what tests of engines, catalogs and other versions need: Python environments, and the servers of catalogs."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
from pathlib import Path

import pyspark
from dbt_spark_cdc.profile import spark_settings

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".spark_cdc" / "engines"
PROJECT = ROOT / "pyproject.toml"
PIP = "pip==26.3"  # that of a new environment may be too old for --group (25.1)
CLIENTS = ("connect", "thrift")
VERSIONS = ("oldest", "newest")
WITH_PACKAGE = (*CLIENTS, *VERSIONS)  # these run dbt, and have this package; workers do not
# These add to what the tests' own environment has: most of it is the same, and a pyspark is 500 MB.
ADDED = ("connect-java", *VERSIONS)
TIMEOUT = 1800  # seconds, as in fetch_jars.py

# A server with the S3 API that can listen to loopback alone. The extra `server` of moto would bring all of Amazon.
OBJECT_STORE = ("moto[s3]==5.2.5", "flask==3.1.3", "flask-cors==6.0.5")
# Servers' jars, for Ivy, which Spark brings: organisation, name, version, and the files if there is more than a jar.
SERVERS: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "rest": (
        # The Iceberg of the profile. Its REST server is in the jar of its tests, which names no dependencies.
        (
            "org.apache.iceberg",
            "iceberg-core",
            "1.11.0",
            '<artifact name="{name}"/><artifact name="{name}" m:classifier="tests"/>',
        ),
        ("org.eclipse.jetty.ee10", "jetty-ee10-servlet", "12.1.8", ""),  # for which Iceberg 1.11 wrote that server
        ("org.xerial", "sqlite-jdbc", "3.50.3.0", ""),  # where the server keeps its catalog; the profile's
    ),
    "hive": (
        # The last line to which the Hive client of Spark 4.1 can speak: Hive 4 has no get_table any more.
        (
            "org.apache.hive",
            "hive-standalone-metastore",
            "3.1.3",
            '<artifact name="{name}" type="tar.gz" ext="tar.gz" m:classifier="bin"/>',
        ),
        ("commons-collections", "commons-collections", "3.2.2", ""),  # Hadoop's jars had it, Spark's do not
    ),
}
MODULE = """<ivy-module version="2.0" xmlns:m="http://ant.apache.org/ivy/maven">
  <info organisation="spark_cdc" module="{name}"/>
  <configurations><conf name="default"/></configurations>
  <dependencies>{dependencies}</dependencies>
</ivy-module>
"""
DEPENDENCY = '<dependency org="{}" name="{}" rev="{}" conf="default->{}">{}</dependency>'
# What Java sees of Spark to know which classes to keep: statements that are planned, run and write, and a server.
TRAINING = """
import sys
from pyspark.sql import SparkSession
settings = {
    "spark.ui.enabled": "false",
    "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
    "spark.connect.grpc.binding.port": "0",
    "spark.sql.warehouse.dir": sys.argv[1],
    "spark.sql.shuffle.partitions": "2",
}
spark = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
for statement in (
    "create table first using parquet as select id, cast(id as string) as text, now() as at from range(9)",
    "create table second using parquet as select *, from_json(text, 'a int') as message, "
    "transform(array(id), i -> i + 1) as next, row_number() over (partition by id % 2 order by at desc) as number "
    "from first join (select id, collect_list(text) as texts from first group by id) using (id)",
    "select explode(texts), regexp_replace(text, '1', '2') from second "
    "where exists(next, i -> i > 1) and id in (select id from first)",
    "describe second",
    "drop table first",
):
    spark.sql(statement).collect()
spark.stop()
"""


def make(group: str, requirements: tuple[str, ...] = ()) -> None:
    """Make the environment of a dependency group, or of requirements, unless it is there with the same dependencies."""
    folder = FOLDER / group
    wanted = repr(requirements or tomllib.loads(PROJECT.read_text(encoding="utf-8"))["dependency-groups"])
    done = folder / "ready"
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    print(f"Making the Python environment {folder.relative_to(ROOT)} ...", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, with_pip=True)
    if group in ADDED:
        paths = [path for path in sys.path if path.endswith("site-packages")]
        site = next((folder / "lib").glob("python*")) / "site-packages"
        (site / "tests.pth").write_text("\n".join(paths), encoding="utf-8")
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    steps = [[*pip, PIP], [*pip, *(requirements or ("--group", f"{PROJECT}:{group}"))]]
    if group in WITH_PACKAGE:
        steps.append([*pip, "--no-deps", "--editable", str(ROOT)])
    for step in steps:
        if subprocess.run(step, cwd=FOLDER, check=False).returncode != 0:
            sys.exit(f"pip could not install the dependencies of {group}. Is the package index reachable?")
    done.write_text(wanted, encoding="utf-8")


def fetch(server: str) -> None:
    """Fetch a server's jars, unless they are there in the same versions."""
    folder = FOLDER / "servers" / server
    wanted = repr(SERVERS[server])
    done = folder / "ready"
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    print(f"Fetching the {server} server into {folder.relative_to(ROOT)} ...", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    dependencies = [
        # What is more than a jar has its dependencies inside.
        DEPENDENCY.format(
            organisation, name, version, "master" if "tar.gz" in files else "default", files.format(name=name)
        )
        for organisation, name, version, files in SERVERS[server]
    ]
    module = folder / "ivy.xml"
    module.write_text(MODULE.format(name=server, dependencies="".join(dependencies)), encoding="utf-8")
    command = [str(Path(pyspark.__file__).parent / "bin" / "spark-class"), "org.apache.ivy.Main", "-ivy", str(module)]
    command += ["-cache", str(FOLDER / "servers" / "ivy"), "-confs", "default"]
    command += ["-retrieve", f"{folder}/[artifact]-[revision](-[classifier]).[ext]"]
    settings = spark_settings(ROOT / "profiles" / "profiles.yml").get("spark.jars.ivySettings")
    if settings:
        command += ["-settings", settings]
    log = folder / "ivy.log"
    with log.open("w", encoding="utf-8") as output:
        try:
            failed = subprocess.run(
                command, stdout=output, stderr=output, cwd=folder, check=False, timeout=TIMEOUT
            ).returncode
        except subprocess.TimeoutExpired:
            failed = 1
    packed = list(folder.glob("*.tar.gz"))
    if failed or not (packed or list(folder.glob("*.jar"))):
        sys.exit(
            f"Ivy could not fetch the jars of the {server} server. Is a Maven repository reachable "
            "(spark.jars.ivySettings in profiles/profiles.yml names another one)? "
            f"Output of Ivy: {log.relative_to(ROOT)}"
        )
    for archive in packed:
        unpack(archive, folder)
    done.write_text(wanted, encoding="utf-8")


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a server's archive without its outermost folder, and without the logging that clashes with Spark's."""
    with tarfile.open(archive) as packed:
        for member in packed.getmembers():
            member.name = member.name.partition("/")[2]
            if member.name.startswith(("lib/", "scripts/", "conf/")) and not Path(member.name).name.startswith("log4j"):
                packed.extract(member, folder, filter="data")
    for jar in folder.glob("*.jar"):
        jar.rename(folder / "lib" / jar.name)
    archive.unlink()


def share_classes() -> None:
    """Write the classes that Spark loads as Java keeps them in memory, unless they are there, of this Java and Spark.

    To find, read and check them takes a new Java process two fifths of the work for its first statements. The tests on
    engines start dozens. Source: Java, `java` command, Application Class Data Sharing.
    """
    archive, done = FOLDER / "classes.jsa", FOLDER / "classes.ready"
    home = os.environ.get("JAVA_HOME")  # as in check_machine.sh
    java = str(Path(home, "bin", "java")) if home else "java"
    version = subprocess.run([java, "-version"], capture_output=True, text=True, check=True).stderr
    wanted = f"{version}{pyspark.__version__}{TRAINING}"
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    print(f"Making {archive.relative_to(ROOT)}, the classes of Spark ...", flush=True)
    archive.unlink(missing_ok=True)
    options = f"-XX:+UseSerialGC -XX:ArchiveClassesAtExit={shlex.quote(str(archive))} -Xlog:disable"
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(
            [sys.executable, "-c", TRAINING, folder],
            cwd=folder,
            env={**os.environ, "JAVA_TOOL_OPTIONS": options},
            capture_output=True,  # so that this waits for Java, too, which writes once Python has ended
            text=True,
            check=False,
            timeout=TIMEOUT,
        )
    if ran.returncode or not archive.exists():
        sys.exit(f"Java could not write {archive.relative_to(ROOT)}. Output of Spark:\n{ran.stdout}{ran.stderr}")
    done.write_text(wanted, encoding="utf-8")


def main() -> None:
    """Make those that are not there, of the kinds that the command line names: engines, catalogs, oldest, newest."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for kind in sys.argv[1:]:
        if kind == "engines":
            for group in ("workers", *CLIENTS, "connect-java"):
                make(group)
            share_classes()
        elif kind in VERSIONS:
            make(kind)
        else:
            make("object-store", OBJECT_STORE)
            for server in SERVERS:
                fetch(server)


if __name__ == "__main__":
    main()
