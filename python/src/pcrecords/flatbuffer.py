"""FlatBuffers from strangers (section 3.3 of the format): everything that a schema names is checked, then read, in one walk."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import MalformedError

_NUMBERS = {name: np.dtype(f"<{name}") for name in ("u1", "u2", "u4", "u8", "i8", "f8")}
_LONGEST_TABLE = 32767
_LARGEST = 2**63 - 1

Schema = dict[str, Any]
"""The fields of a table in their order: a number's dtype ("u4"), "[u4]" for a vector of them, "text", the Schema of a table, or
a list with the Schema of a vector of tables."""


def read(data: npt.NDArray[np.uint8], identifier: bytes, schema: Schema) -> SimpleNamespace:
    """The root table: numbers are int or float, vectors arrays on `data` (of length 0 when absent), tables namespaces or None."""
    buffer = _Buffer(data)
    if data.size < 8 or data[4:8].tobytes() != identifier:
        raise MalformedError("flatbuffer", f"no {identifier.decode()}")
    return buffer.table(buffer.number(0, "u4"), schema)


def _require(holds: bool, words: str) -> None:
    if not holds:
        raise MalformedError("flatbuffer", words)


class _Buffer:
    def __init__(self, data: npt.NDArray[np.uint8]) -> None:
        self.data = data
        self.raw = data.data
        self.size = data.size
        self.left = data.size

    def number(self, at: int, kind: str) -> Any:
        dtype = _NUMBERS[kind]
        _require(0 <= at <= self.size - dtype.itemsize and at % dtype.itemsize == 0, f"no number of type {kind} at {at}")
        value = np.frombuffer(self.raw, dtype, 1, at)[0].item()
        _require(kind != "u8" or value <= _LARGEST, f"{value} at {at}")
        return value

    def spend(self, count: int) -> None:
        self.left -= count
        _require(self.left >= 0, "more is referred to than there is")

    def table(self, at: int, schema: Schema) -> SimpleNamespace:
        _require(at % 4 == 0 and 0 <= at <= self.size - 4, f"no table at {at}")
        vtable = at - int.from_bytes(self.raw[at : at + 4], "little", signed=True)
        _require(vtable % 2 == 0 and 0 <= vtable <= self.size - 4, f"no vtable at {vtable}")
        vtable_length, table_length = self.number(vtable, "u2"), self.number(vtable + 2, "u2")
        _require(vtable_length % 2 == 0 and 4 <= vtable_length <= min(_LONGEST_TABLE, self.size - vtable), "vtable length")
        _require(4 <= table_length <= min(_LONGEST_TABLE, self.size - at), "table length")
        self.spend(4)
        found: dict[str, Any] = {}
        for index, (name, kind) in enumerate(schema.items()):
            place = 4 + 2 * index
            offset = self.number(vtable + place, "u2") if place + 2 <= vtable_length else 0
            if offset:
                size = _NUMBERS[kind].itemsize if isinstance(kind, str) and kind in _NUMBERS else 4
                _require(4 <= offset <= table_length - size, f"{name} is outside its table")
            found[name] = self.field(at + offset, kind) if offset else _absent(kind)
        return SimpleNamespace(**found)

    def field(self, at: int, kind: Any) -> Any:
        if isinstance(kind, str) and kind in _NUMBERS:
            return self.number(at, kind)
        target = self.reference(at)
        if isinstance(kind, dict):
            return self.table(target, kind)
        if isinstance(kind, list):
            starts, count = self.vector(target, 4)
            return [self.table(self.reference(starts + 4 * i), kind[0]) for i in range(count)]
        if kind == "text":
            return self.text(target)
        dtype = _NUMBERS[kind[1:-1]]
        start, count = self.vector(target, dtype.itemsize)
        return np.frombuffer(self.raw, dtype, count, start)

    def reference(self, at: int) -> int:
        distance: int = self.number(at, "u4")
        _require(distance != 0, f"an offset of 0 at {at}")
        return at + distance

    def vector(self, at: int, size: int) -> tuple[int, int]:
        count: int = self.number(at, "u4")
        start = at + 4
        _require(start % size == 0 and count * size <= self.size - start, f"no vector at {at}")
        self.spend(count * size)
        return start, count

    def text(self, at: int) -> str:
        start, count = self.vector(at, 1)
        _require(start + count < self.size and self.raw[start + count] == 0, f"no zero behind the string at {at}")
        try:
            return str(self.raw[start : start + count], "utf-8")
        except UnicodeDecodeError as error:
            raise MalformedError("flatbuffer", f"the string at {at} is no UTF-8") from error


def _absent(kind: Any) -> Any:
    if isinstance(kind, dict):
        return None
    if isinstance(kind, list):
        return []
    if kind == "text":
        return ""
    if kind in _NUMBERS:
        return 0.0 if kind == "f8" else 0
    return np.empty(0, _NUMBERS[kind[1:-1]])
