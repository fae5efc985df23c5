"""Messages of type tf.train.Example (annex A.2 of the format)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from .columns import BOOL, BYTES, FIXED, FLOAT32, FLOAT64, INT64, SCALAR, STRING, ColumnType, Value, require
from .errors import MalformedError
from .source import Bytes

BYTES_LIST, FLOAT_LIST, INT64_LIST = 1, 2, 3
_VARINT, _FIXED64, _LENGTH, _START, _END, _FIXED32 = 0, 1, 2, 3, 4, 5
_MAX_GROUPS = 100

Feature = tuple[int, list[Any]]
"""Kind of list (0: none is set), and its values."""


def _bad(words: str) -> MalformedError:
    return MalformedError("Example", words)


class _Message:
    """Walks the fields of a message."""

    def __init__(self, data: bytes, start: int, end: int) -> None:
        self.data, self.at, self.end = data, start, end

    def varint(self) -> int:
        value = shift = 0
        while True:
            if self.at >= self.end or shift >= 70:
                raise _bad("a number that does not end")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value & (2**64 - 1)
            shift += 7

    def field(self) -> tuple[int, int] | None:
        """Number and wire type of the next field; None at the end."""
        if self.at >= self.end:
            return None
        tag = self.varint()
        if tag >> 3 == 0 or tag > 2**32 - 1 or tag & 7 > _FIXED32:
            raise _bad(f"a tag of {tag}")
        return tag >> 3, tag & 7

    def take(self, count: int) -> int:
        """Steps over bytes; returns where they begin."""
        if count > self.end - self.at:
            raise _bad("an end inside a field")
        self.at += count
        return self.at - count

    def message(self) -> _Message:
        length = self.varint()
        start = self.take(length)
        return _Message(self.data, start, start + length)

    def skip(self, number: int, wire: int, depth: int = 0) -> None:
        if wire == _VARINT:
            self.varint()
        elif wire == _FIXED64:
            self.take(8)
        elif wire == _FIXED32:
            self.take(4)
        elif wire == _LENGTH:
            self.message()
        elif wire == _END or depth >= _MAX_GROUPS:
            raise _bad("a group that does not begin, or too many inside one another")
        else:
            while True:
                field = self.field()
                if field is None:
                    raise _bad("a group that does not end")
                if field[1] == _END:
                    if field[0] != number:
                        raise _bad("a group that ends with another number")
                    return
                self.skip(*field, depth + 1)


def features(record: Bytes | bytes) -> dict[str, Feature]:
    """All features by name, decoded as protobuf defines it."""
    data = bytes(record)
    found: dict[str, Feature] = {}
    example = _Message(data, 0, len(data))
    while (field := example.field()) is not None:
        if field != (1, _LENGTH):
            example.skip(*field)
            continue
        entries = example.message()
        while (field := entries.field()) is not None:
            if field != (1, _LENGTH):
                entries.skip(*field)
                continue
            name, feature = _entry(entries.message())
            found[name] = feature
    return found


def _entry(entry: _Message) -> tuple[str, Feature]:
    name = ""
    feature: Feature = (0, [])
    while (field := entry.field()) is not None:
        if field == (1, _LENGTH):
            text = entry.message()
            try:
                name = text.data[text.at : text.end].decode("utf-8")
            except UnicodeDecodeError as error:
                raise _bad("a name that is no UTF-8") from error
        elif field == (2, _LENGTH):
            feature = _feature(entry.message(), feature)
        else:
            entry.skip(*field)
    return name, feature


def _feature(message: _Message, before: Feature) -> Feature:
    kind, values = before
    while (field := message.field()) is not None:
        if field[1] != _LENGTH or field[0] not in (BYTES_LIST, FLOAT_LIST, INT64_LIST):
            message.skip(*field)
            continue
        if field[0] != kind:
            kind, values = field[0], []
        _list(message.message(), kind, values)
    return kind, values


def _list(message: _Message, kind: int, values: list[Any]) -> None:
    while (field := message.field()) is not None:
        number, wire = field
        if number == 1 and kind == BYTES_LIST and wire == _LENGTH:
            element = message.message()
            values.append(element.data[element.at : element.end])
        elif number == 1 and kind == FLOAT_LIST and wire == _FIXED32:
            start = message.take(4)
            values.extend(np.frombuffer(message.data, "<f4", 1, start))
        elif number == 1 and kind == FLOAT_LIST and wire == _LENGTH:
            packed = message.message()
            if (packed.end - packed.at) % 4:
                raise _bad("a part of a float")
            values.extend(np.frombuffer(packed.data, "<f4", (packed.end - packed.at) // 4, packed.at))
        elif number == 1 and kind == INT64_LIST and wire == _VARINT:
            values.append(_signed(message.varint()))
        elif number == 1 and kind == INT64_LIST and wire == _LENGTH:
            packed = message.message()
            while packed.at < packed.end:
                values.append(_signed(packed.varint()))
        else:
            message.skip(number, wire)


def _signed(value: int) -> int:
    return value - 2**64 if value >= 2**63 else value


_KINDS: Final = {
    "image/encoded": BYTES_LIST,
    "image/format": BYTES_LIST,
    "image/class/label": INT64_LIST,
    "image/class/text": BYTES_LIST,
    "image/filename": BYTES_LIST,
    "image/height": INT64_LIST,
    "image/width": INT64_LIST,
    "image/colorspace": BYTES_LIST,
}


@dataclass(frozen=True)
class Example:
    """A record: the image file and what stands beside it. R-TFRECORD-4."""

    image: bytes
    key: str | None
    label: int | None
    width: int
    height: int
    others: dict[str, Feature]

    def value(self, column: ColumnType) -> Value:
        """R-TFRECORD-10."""
        exact = self.others.get(column.name + "/float64")
        if column.type == FLOAT64 and exact is not None and exact[0] == BYTES_LIST and len(exact[1]) == 1:
            raw = exact[1][0]
            require(len(raw) % 8 == 0, f"feature {column.name}/float64", len(raw))
            return self._shaped(column, np.frombuffer(raw, "<f8").tolist())
        kind, values = self.others.get(column.name, (0, []))
        if not values:
            return None
        wanted = {INT64: INT64_LIST, BOOL: INT64_LIST, FLOAT32: FLOAT_LIST, FLOAT64: FLOAT_LIST}.get(column.type, BYTES_LIST)
        require(kind == wanted, f"feature {column.name}", f"of kind {kind}")
        if column.type == STRING:
            try:
                values = [value.decode("utf-8") for value in values]
            except UnicodeDecodeError as error:
                raise MalformedError(f"feature {column.name}", "no UTF-8") from error
        if column.type == BOOL:
            require(all(value in (0, 1) for value in values), f"feature {column.name}", "neither 0 nor 1")
        return self._shaped(column, values)

    def _shaped(self, column: ColumnType, values: list[Any]) -> Value:
        if column.shape == SCALAR:
            require(len(values) == 1, f"feature {column.name}", f"{len(values)} values")
            value = values[0]
            return bool(value) if column.type == BOOL else value.item() if isinstance(value, np.generic) else value
        if column.shape == FIXED:
            require(len(values) == column.list_length, f"feature {column.name}", f"{len(values)} values")
        if column.type in (BYTES, STRING):
            return values
        dtype = {INT64: "<i8", FLOAT64: "<f8", FLOAT32: "<f4", BOOL: "?"}[column.type]
        return np.array(values, dtype)


def check(found: dict[str, Feature]) -> Example:
    """The features that have a meaning of their own."""
    known: dict[str, Any] = {}
    for name, wanted in _KINDS.items():
        kind, values = found.get(name, (0, []))
        if not values:
            continue
        require(kind == wanted and len(values) == 1, f"feature {name}", f"of kind {kind}, {len(values)} values")
        known[name] = values[0]
        if wanted == BYTES_LIST and name != "image/encoded":
            try:
                known[name] = values[0].decode("utf-8")
            except UnicodeDecodeError as error:
                raise MalformedError(f"feature {name}", "no UTF-8") from error
    require("image/encoded" in known, "feature image/encoded", "is not there")
    return Example(
        known["image/encoded"],
        known.get("image/filename"),
        known.get("image/class/label"),
        known.get("image/width", 0),
        known.get("image/height", 0),
        {name: feature for name, feature in found.items() if name not in _KINDS},
    )
