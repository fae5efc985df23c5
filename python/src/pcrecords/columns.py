"""Columns: what the user stored beside each image (section 9 of the format)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .errors import MalformedError

INT64, FLOAT64, BYTES, STRING, FLOAT32, BOOL = 1, 2, 3, 4, 5, 6
SCALAR, FIXED, VARYING = 0, 1, 2
INLINE, EARLY, LATE = 0, 1, 2
MAX_LENGTH: Final = 2**31 - 1
DTYPES: Final[dict[int, np.dtype[Any]]] = {
    INT64: np.dtype("<i8"),
    FLOAT64: np.dtype("<f8"),
    FLOAT32: np.dtype("<f4"),
    BOOL: np.dtype("u1"),
}
TYPE_NAMES: Final = {
    INT64: "int64",
    FLOAT64: "float64",
    BYTES: "bytes",
    STRING: "string",
    FLOAT32: "float32",
    BOOL: "bool",
}

Value = Any
"""A number, bool, bytes or str; an array for a list of numbers; a list for a list of bytes or str; None where there is none."""


def require(holds: bool, field: str, words: object) -> None:
    if not holds:
        raise MalformedError(field, f"{words}")


@dataclass(frozen=True)
class ColumnType:
    """What the values of a column are."""

    name: str
    type: int
    shape: int
    list_length: int

    def __str__(self) -> str:
        element = TYPE_NAMES[self.type]
        return element if self.shape == SCALAR else f"{element}[{self.list_length or ''}]"

    @property
    def is_numeric(self) -> bool:
        return self.type in DTYPES

    @property
    def fixed_length(self) -> int | None:
        """Bytes of a value, where all have as many."""
        if not self.is_numeric or self.shape == VARYING:
            return None
        return DTYPES[self.type].itemsize * (self.list_length if self.shape == FIXED else 1)

    def decode(self, data: npt.NDArray[np.uint8]) -> Value:
        """R-COLUMN-6, then the value."""
        if self.is_numeric:
            numbers = data.view(np.uint8)
            if self.type == BOOL:
                require(bool((numbers <= 1).all()), f"column {self.name}", "a BOOL that is neither 0 nor 1")
                array: npt.NDArray[Any] = numbers.astype(np.bool_)
            else:
                array = np.frombuffer(data.tobytes(), DTYPES[self.type])
            return array[0].item() if self.shape == SCALAR else array
        raw = data.tobytes()
        if self.shape == SCALAR:
            return self._element(raw)
        elements, at = [], 0
        while at < len(raw):
            require(len(raw) - at >= 4, f"column {self.name}", "a list that is not filled exactly")
            (length,) = struct.unpack_from("<I", raw, at)
            at += 4
            require(length <= len(raw) - at, f"column {self.name}", "a list that is not filled exactly")
            elements.append(self._element(raw[at : at + length]))
            at += length
        return elements

    def _element(self, raw: bytes) -> bytes | str:
        if self.type == BYTES:
            return raw
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise MalformedError(f"column {self.name}", "a STRING that is no UTF-8") from error


def column_type(table: SimpleNamespace) -> ColumnType:
    """R-COLUMN-1, and the length of the name."""
    kind = ColumnType(table.name, table.type, table.shape, table.list_length)
    require(1 <= len(kind.name.encode()) <= 255, "Column.name", repr(kind.name))
    require(kind.type in TYPE_NAMES and kind.shape in (SCALAR, FIXED, VARYING), "Column.type", (kind.type, kind.shape))
    require(kind.shape != FIXED or kind.is_numeric, "Column.shape", "FIXED of BYTES or STRING")
    length = kind.list_length
    require(1 <= length <= 268_435_455 if kind.shape == FIXED else length == 0, "Column.list_length", length)
    return kind


def presence(bits: npt.NDArray[np.uint8], count: int, field: str) -> npt.NDArray[np.bool_] | None:
    """R-META-9; None: all are present."""
    if bits.size == 0:
        return None
    require(bits.size == (count + 7) // 8, field, f"{bits.size} bytes for {count} samples")
    all_bits = np.unpackbits(bits, bitorder="little")
    require(not all_bits[count:].any(), field, "an unused bit is set")
    return all_bits[:count].view(np.bool_)


class Column:
    """A column of a shard: where each value is, and the values that are in the metadata."""

    def __init__(self, table: SimpleNamespace, index: int, count: int) -> None:
        self.type = column_type(table)
        self.index = index
        self.placement: int = table.placement
        self.present = presence(table.present, count, "Column.present")
        name = f"column {self.type.name}"
        require(self.placement in (INLINE, EARLY, LATE), f"{name}.placement", self.placement)
        fixed = self.type.fixed_length
        there = np.ones(count, np.bool_) if self.present is None else self.present
        if fixed is not None:
            require(table.value_lengths.size == 0, f"{name}.value_lengths", "not wanted")
            lengths = np.where(there, np.int64(fixed), np.int64(0))
        else:
            require(table.value_lengths.size == count, f"{name}.value_lengths", table.value_lengths.size)
            lengths = table.value_lengths.astype(np.int64)
            require(not lengths[~there].any(), f"{name}.value_lengths", "what is not there has a length")
            require(not (lengths > MAX_LENGTH).any(), f"{name}.value_lengths", "above 2^31-1")
            if self.type.is_numeric:
                require(not (lengths % DTYPES[self.type.type].itemsize).any(), f"{name}.value_lengths", "part of a number")
        self.lengths = lengths
        self.starts = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
        self.total = int(self.starts[-1])
        self.values: npt.NDArray[np.uint8] = table.value_bytes
        self.crc32c: npt.NDArray[np.uint32] = table.value_crc32c
        if self.placement == INLINE:
            require(self.values.size == self.total, f"{name}.value_bytes", self.values.size)
            require(self.crc32c.size == 0, f"{name}.value_crc32c", "not wanted")
            self._check_inline(there)
        else:
            require(self.values.size == 0, f"{name}.value_bytes", "not wanted")
            require(self.crc32c.size == count, f"{name}.value_crc32c", self.crc32c.size)
            require(not self.crc32c[lengths == 0].any(), f"{name}.value_crc32c", "of a value of length 0")

    def _check_inline(self, there: npt.NDArray[np.bool_]) -> None:
        if self.type.type == BOOL:
            require(bool((self.values <= 1).all()), f"column {self.type.name}", "a BOOL that is neither 0 nor 1")
        elif not self.type.is_numeric and not (self.type.type == BYTES and self.type.shape == SCALAR):
            for i in np.flatnonzero(there):
                self.type.decode(self.values[self.starts[i] : self.starts[i + 1]])

    def has(self, i: int) -> bool:
        return self.present is None or bool(self.present[i])

    def inline(self, i: int) -> Value:
        return self.type.decode(self.values[self.starts[i] : self.starts[i + 1]]) if self.has(i) else None

    def array(self) -> npt.NDArray[Any]:
        """All values of an INLINE column of fixed length without gaps."""
        dtype: np.dtype[Any] = np.dtype(np.bool_) if self.type.type == BOOL else DTYPES[self.type.type]
        found = np.frombuffer(self.values.tobytes(), dtype)
        return found.reshape(-1, self.type.list_length) if self.type.shape == FIXED else found
