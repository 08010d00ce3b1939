"""The result of every decoder: a value, or the reason why there is none."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Decoded(NamedTuple, Generic[T]):
    """A decoded value or the reason it could not be decoded; both are None only for an input of None."""

    value: T | None
    reason: str | None

    def __class_getitem__(cls, item: Any) -> Any:
        """Take a type argument as Generic's own method would, which is one that cannot be pickled by value."""
        return cls
