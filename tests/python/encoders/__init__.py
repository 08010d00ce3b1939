"""One module per format, each with a FORMAT: how the format's producer writes a history, and what it cannot carry."""

from __future__ import annotations

import importlib
import pkgutil

from histories import Format

FORMATS: tuple[Format, ...] = tuple(
    found
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name)
    if (found := getattr(importlib.import_module(f"encoders.{module.name}"), "FORMAT", None)) is not None
)
