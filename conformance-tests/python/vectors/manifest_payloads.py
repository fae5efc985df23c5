"""Roots whose payload is no frame, or no well-formed FlatBuffer (sections 3.2 and 3.3)."""
from __future__ import annotations

import struct
from typing import Any

import pcr_writer as w

from .catalogue import Catalogue
from .manifests import curve, entry, values
from .pieces import block, frame, raw, u32


def add_to(found: Catalogue) -> None:
    def payload(name: str, error: str, about: str, made: bytes, ids: str) -> None:
        data = w.manifest_file(1, 1, values(), compress=lambda _: made)
        (found.bad if error == "MALFORMED" else found.unsupported)(f"manifest-{name}.pcrm", error, about, data, ids)

    flat = w.flatbuffer(b"PCRI", w.MANIFEST, values())
    payload("frame", "MALFORMED", "a payload that is no zstd frame", flat, "ZSTD-1")
    payload("size", "LIMIT_EXCEEDED", "a content size of 64 MiB + 1", frame(0xA0, u32((64 << 20) + 1), block(0, flat)), "LIMIT-1 ZSTD-2")
    payload("identifier", "MALFORMED", "the identifier of a part", raw(flat[:4] + b"PCRT" + flat[8:]), "FB-1")
    payload("many-tables", "MALFORMED", "one table that two vectors refer to a thousand times each", raw(many_tables()), "FB-5")
    payload("shared-tables", "MALFORMED", "16 curves that share 64 points, which are one: more visits than words, and all else is right", raw(shared_points()), "FB-5")
    payload("double-odd", "MALFORMED", "a double at no multiple of 8", raw(odd_double()), "FB-4")


def many_tables() -> bytes:
    """`quality` with 1,000 elements that are one curve, whose 1,000 points are one: a million tables, laid out by hand."""
    def fan(target_behind: int) -> bytes:
        """A vector of 1,000 offsets to one place, so many bytes behind its end."""
        return struct.pack("<I", 1000) + b"".join(struct.pack("<I", 4 * (1000 - k) + target_behind) for k in range(1000))

    out = struct.pack("<I4s", 28, b"PCRI") + struct.pack("<9H2x", 18, 8, 0, 0, 0, 0, 0, 0, 4)  # the root: slot 6 alone
    out += struct.pack("<iI", 20, 4) + fan(12) + struct.pack("<6H", 12, 12, 8, 0, 0, 4)  # the curve: metric, points
    return out + struct.pack("<iIB3x", 12, 8, 1) + fan(4) + struct.pack("<2Hi", 4, 4, 4)


class Curves:
    """Where the curves of a root are, and the places that lead to their points."""

    def __init__(self, groups: int, curves: list[dict[str, Any]]) -> None:
        made = values(group_count=groups, shards=w.shard_table([entry(0, prefix_lengths=[500] * (groups + 1))]), quality=curves)
        self.out = bytearray(w.flatbuffer(b"PCRI", w.MANIFEST, made))
        quality = self.follow(self.field(struct.unpack_from("<I", self.out)[0], 6))
        tables = [self.follow(quality + 4 + 4 * k) for k in range(len(curves))]
        self.points = [self.field(table, 3) for table in tables]

    def vtable(self, table: int) -> int:
        return int(table - struct.unpack_from("<i", self.out, table)[0])

    def field(self, table: int, slot: int) -> int:
        return int(table + struct.unpack_from("<H", self.out, self.vtable(table) + 4 + 2 * slot)[0])

    def follow(self, at: int) -> int:
        return int(at + struct.unpack_from("<I", self.out, at)[0])


def shared_points() -> bytes:
    curves = Curves(64, [{"metric": 1, "at": at, "points": [{}]} for at in sorted(f"resize:{k},crop:1" for k in range(1, 17))])
    for place in curves.points:
        struct.pack_into("<I", curves.out, place, len(curves.out) - place)
    elements = b"".join(struct.pack("<I", 4 * (64 - k) + 4) for k in range(64))
    return bytes(curves.out + struct.pack("<I", 64) + elements + struct.pack("<2Hi", 4, 4, 4))


def odd_double() -> bytes:
    """A point whose table begins at a multiple of 4 and not of 8."""
    curves = Curves(1, [curve(1)])
    out, place = curves.out, curves.follow(curves.points[0]) + 4
    point = curves.follow(place)
    vtable = curves.vtable(point)
    length, = struct.unpack_from("<H", out, vtable + 2)
    moved = len(out) + (4 - len(out)) % 8
    out += bytes(moved - len(out)) + struct.pack("<i", moved - vtable) + out[point + 4:point + length]
    struct.pack_into("<I", out, place, moved - place)
    return bytes(out)
