"""The server of a catalog, in a process of its own: python catalog_server.py rest|hive FOLDER WAREHOUSE.

FOLDER has the server's jars (scripts/make_engines.py), WAREHOUSE will have the tables. The servers' own programs would
listen to every network, so this starts what they start, on loopback and on a free port, which it prints.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyspark
from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway

SPARK_JARS = Path(pyspark.__file__).parent / "jars"


def java(jars: Iterable[Path | str], without: tuple[str, ...]) -> Any:
    """Start Java with a server's jars and, after them, those of Spark but for some; it ends with this process."""
    spark = [path for path in SPARK_JARS.glob("*.jar") if not path.name.startswith(without)]
    port = launch_gateway(
        jarpath=str(next(SPARK_JARS.glob("py4j-*.jar"))),
        classpath=os.pathsep.join(map(str, [*jars, *spark])),
        javaopts=["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dderby.stream.error.file=/dev/null"],
        die_on_exit=True,
        redirect_stdout=sys.stdout,
        redirect_stderr=sys.stderr,
    )
    return JavaGateway(gateway_parameters=GatewayParameters(port=port)).jvm


def rest(folder: Path, warehouse: str) -> None:
    """Serve Iceberg's own REST catalog of its tests, over a JDBC catalog on SQLite."""
    # Spark's servlet API is older than the server's.
    jvm = java(sorted(folder.glob("*.jar")), ("jakarta.servlet", "jackson", "avro", "caffeine", "httpc"))
    iceberg, jetty = jvm.org.apache.iceberg, jvm.org.eclipse.jetty
    settings = jvm.java.util.HashMap()
    for name, value in {
        "catalog-impl": "org.apache.iceberg.jdbc.JdbcCatalog",
        "uri": f"jdbc:sqlite:{warehouse}/catalog.db?busy_timeout=30000&journal_mode=WAL",
        "jdbc.schema-version": "V1",
        "warehouse": warehouse,
    }.items():
        settings.put(name, value)
    catalog = iceberg.CatalogUtil.buildIcebergCatalog("rest", settings, jvm.org.apache.hadoop.conf.Configuration())
    handler = jetty.ee10.servlet.ServletContextHandler()
    servlet = iceberg.rest.RESTCatalogServlet(iceberg.rest.RESTCatalogAdapter(catalog))
    handler.addServlet(jetty.ee10.servlet.ServletHolder(servlet), "/*")
    server = jetty.server.Server(jvm.java.net.InetSocketAddress("127.0.0.1", 0))
    server.setHandler(handler)
    server.start()
    print(f"listening at http://127.0.0.1:{server.getConnectors()[0].getLocalPort()}", flush=True)
    server.join()


def hive(folder: Path, warehouse: str) -> None:
    """Serve a Hive metastore whose own tables are in Derby, in memory."""
    os.environ["METASTORE_HOME"] = str(folder)  # of its settings without Hive, and of the statements for its own tables
    jvm = java([folder / "lib" / "*"], ("hive-", "derby", "datanucleus"))
    settings = {
        "javax.jdo.option.ConnectionURL": "jdbc:derby:memory:metastore;create=true",
        "metastore.warehouse.dir": warehouse,
    }
    for name, value in settings.items():
        jvm.java.lang.System.setProperty(name, value)
    metastore, thrift = jvm.org.apache.hadoop.hive.metastore, jvm.org.apache.thrift
    arguments = jvm.java.lang.reflect.Array.newInstance(jvm.java.lang.Class.forName("java.lang.String"), 3)
    for at, word in enumerate(("-dbType", "derby", "-initSchema")):
        arguments[at] = word
    if metastore.tools.MetastoreSchemaTool.run(arguments) != 0:
        sys.exit("the metastore's own tables could not be created")
    conf = metastore.conf.MetastoreConf.newMetastoreConf()
    handler = metastore.HiveMetaStore.HMSHandler("metastore", conf, False)
    socket = thrift.transport.TServerSocket(jvm.java.net.InetSocketAddress("127.0.0.1", 0))
    settled = thrift.server.TThreadPoolServer.Args(socket)
    settled.processor(metastore.TSetIpAddressProcessor(metastore.RetryingHMSHandler.getProxy(conf, handler, False)))
    settled.protocolFactory(thrift.protocol.TBinaryProtocol.Factory())
    server = thrift.server.TThreadPoolServer(settled)
    print(f"listening at thrift://127.0.0.1:{socket.getServerSocket().getLocalPort()}", flush=True)
    server.serve()


if __name__ == "__main__":
    {"rest": rest, "hive": hive}[sys.argv[1]](Path(sys.argv[2]), sys.argv[3])
