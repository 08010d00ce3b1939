"""Decoders for change-data-capture values that SQL cannot decode, and their registration as Spark SQL functions.

The decoders are pure functions from a message's text to a `Decoded`: they import neither dbt nor Spark and never raise.
Only `registration` and `thrift` know Spark.
"""

from __future__ import annotations

from .avro_json import avro_json
from .base64_bytes import decode_base64_bytes
from .carried_values import CarriedValue, CarriedValues
from .connect_decimal import decode_connect_decimal
from .ddl_meta import DdlAction, DdlMeta, decode_ddl_meta
from .decoded import Decoded
from .dts_record import dts_record
from .hex_mask import mask_ordinals
from .qlik_message import decode_qlik_message

__all__ = [
    "CarriedValue",
    "CarriedValues",
    "DdlAction",
    "DdlMeta",
    "Decoded",
    "avro_json",
    "decode_base64_bytes",
    "decode_connect_decimal",
    "decode_ddl_meta",
    "decode_qlik_message",
    "dts_record",
    "mask_ordinals",
]
