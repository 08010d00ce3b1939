"""The messages of each format that the benchmark writes, made column by column from typed rows."""

from __future__ import annotations

from bench.formats import canal, datahub_blob, debezium, dts_avro, qlik
from bench.formats.shared import Format

FORMATS: dict[str, Format] = {
    made.name: made
    for made in (
        debezium.FORMAT,
        debezium.WITH_SCHEMA,
        canal.FORMAT,
        datahub_blob.FORMAT,
        dts_avro.FORMAT,
        qlik.FORMAT,
    )
}
