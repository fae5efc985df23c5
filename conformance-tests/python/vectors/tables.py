"""FlatBuffers (section 3.3) that are not well formed: the metadata of one sample, laid out by the writer, one thing broken."""
from __future__ import annotations

import struct
from collections.abc import Callable

import pcr_writer as w
from pcr_reader import METADATA

from .catalogue import FULL, Catalogue
from .pieces import Values, opaque, shard

SLOT = {name: k for k, (name, _) in enumerate(METADATA)}


class Table:
    """Where the parts of a FlatBuffer's root are."""

    def __init__(self, flat: bytes) -> None:
        self.data = bytearray(flat)
        self.root: int = struct.unpack_from("<I", flat)[0]
        self.vtable: int = self.root - struct.unpack_from("<i", flat, self.root)[0]

    def slot(self, name: str) -> int:
        return self.vtable + 4 + 2 * SLOT[name]

    def field(self, name: str) -> int:
        return int(self.root + struct.unpack_from("<H", self.data, self.slot(name))[0])

    def target(self, name: str) -> int:
        at = self.field(name)
        return int(at + struct.unpack_from("<I", self.data, at)[0])

    def put(self, kind: str, at: int, value: int) -> bytes:
        struct.pack_into("<" + kind, self.data, at, value)
        return bytes(self.data)


Break = Callable[[Table], bytes]


def add_to(found: Catalogue) -> None:
    column = w.column("name", w.STRING, ["text"])

    def bad(name: str, about: str, change: Break, ids: str, level: str | None = None) -> None:
        data = shard([opaque("k", b"file", 1)], 1, [column], flat_of=lambda flat: change(Table(flat)))
        found.bad(f"table-{name}.pcr", "MALFORMED", about, data, ids, level=level)

    bad("short", "a buffer of seven bytes", lambda t: bytes(t.data[:7]), "FB-1")
    bad("eight-bytes", "a buffer of nothing but its first eight bytes", lambda t: bytes(t.data[:8]), "FB-2")
    bad("identifier", "another identifier", lambda t: t.put("B", 7, ord("R")), "FB-1")
    bad("root-0", "the root's position is 0", lambda t: t.put("I", 0, 0), "FB-2")
    bad("root-beyond", "the root is behind the end", lambda t: t.put("I", 0, len(t.data) + 3 & ~3), "FB-2")
    bad("root-odd", "the root stands at no multiple of 4", lambda t: shifted(t), "FB-4")
    bad("vtable-before", "the vtable is before the start", lambda t: t.put("i", t.root, t.root + 2), "FB-2")
    bad("vtable-odd", "the vtable stands at an odd position", odd_vtable, "FB-4")
    add_bare(found)
    bad("field-in-header", "a field in a table's first four bytes", lambda t: t.put("H", t.slot("widths"), 2), "FB-3")
    bad("field-beyond", "a field behind its table", lambda t: t.put("H", t.vtable + 2, t.field("slice_crc32c") - t.root), "FB-3")
    bad("field-across-end", "a field across the end of its table", lambda t: t.put("H", t.vtable + 2, t.field("slice_crc32c") - t.root + 2), "FB-3")
    bad("field-odd", "an offset at no multiple of 4", odd_field, "FB-4")
    bad("offset-0", "an offset of 0", lambda t: t.put("I", t.field("labels"), 0), "FB-2")
    bad("offset-2-31", "an offset of 2^31", lambda t: t.put("I", t.field("widths"), 2**31), "FB-2")
    bad("offset-4g", "an offset of 2^32-4", lambda t: t.put("I", t.field("widths"), 2**32 - 4), "FB-2")
    bad("offset-odd", "an offset to no multiple of 4", lambda t: copied(t, "encodings", 1, 1), "FB-4")
    bad("elements-odd", "elements of eight bytes at no multiple of 8", lambda t: copied(t, "labels", 8, 8), "FB-4")
    bad("elements-odd-none", "the place of no elements of eight bytes at no multiple of 8", lambda t: no_elements(t), "FB-4")
    bad("count-beyond", "more elements than there are bytes", lambda t: t.put("I", t.target("encodings"), len(t.data)), "FB-2")
    bad("count-one-more", "one element more than the buffer has", one_more, "FB-2")
    bad("count-overflow", "a count that overflows 2^32 with the element's size", lambda t: t.put("I", t.target("widths"), 2**30 + 1), "FB-2")
    bad("count-max", "a count of 2^32-1", lambda t: t.put("I", t.target("encodings"), 2**32 - 1), "FB-2")
    add_nested(bad)
    nothing = [opaque(f"k{k}", b"", None) for k in range(100)]
    found.bad("table-shared-vectors.pcr", "MALFORMED", "six vectors of zeros that are one: more bytes than the buffer has, and all else is right", shard(nothing, 1, change=zeros_once, flat_of=shared), "FB-5")


def shifted(table: Table) -> bytes:
    """The root's table two bytes further on, with the vtable where it was."""
    out = table.data[:table.root] + bytes(2) + table.data[table.root:] + bytes(2)
    struct.pack_into("<I", out, 0, table.root + 2)
    struct.pack_into("<i", out, table.root + 2, table.root + 2 - table.vtable)
    return bytes(out)


def moved(table: Table, vtable: bytes) -> bytes:
    """Another vtable, behind all else."""
    out = table.data + bytes(-len(table.data) % 4)
    struct.pack_into("<i", out, table.root, table.root - len(out))
    return bytes(out + vtable)


def vtable_of(table: Table) -> bytes:
    return bytes(table.data[table.vtable:table.vtable + struct.unpack_from("<H", table.data, table.vtable)[0]])


def odd_vtable(table: Table) -> bytes:
    out = table.data + bytes(-len(table.data) % 4 + 1)
    struct.pack_into("<i", out, table.root, table.root - len(out))
    return bytes(out + vtable_of(table))


def add_bare(found: Catalogue) -> None:
    """A table without fields, all that the metadata of no samples takes; so no other rule is broken."""
    def bare(name: str, about: str, ids: str, root: int = 12, vtable: int = 4, table: int = 4, back: int = 4, end: bytes = b"", begin: bytes = b"", slots: int = 0) -> None:
        flat = struct.pack("<I4s", root + 2 * slots, b"PCRM") + begin + struct.pack("<2H", vtable, table) + bytes(2 * slots) + struct.pack("<i", back + 2 * slots) + end
        found.bad(f"table-bare-{name}.pcr", "MALFORMED", about, shard([], 1, flat_of=lambda _: flat), ids)

    good = struct.pack("<I4s2Hi", 12, b"PCRM", 4, 4, 4)
    found.good("table-bare.pcr", "a table without fields", shard([], 1, flat_of=lambda _: good), "FB-1 FB-2 FB-3")
    for length in (0, 2):
        bare(f"vtable-length-{length}", f"vtable length {length}", "FB-3", vtable=length)
    bare("vtable-length-5", "vtable length 5", "FB-3", vtable=5, slots=2)
    bare("vtable-length-100", "a vtable that ends behind the buffer, with all slots that are known inside", "FB-2", vtable=100, slots=14)
    bare("vtable-length-32768", "vtable length 32,768, in the buffer", "FB-3", vtable=32768, slots=14, end=bytes(32768))
    bare("table-length-0", "table length 0", "FB-3", table=0)
    bare("table-length-3", "table length 3", "FB-3", table=3)
    bare("table-length-5", "a table that ends behind the buffer", "FB-2", table=5)
    bare("table-length-32768", "table length 32,768, in the buffer", "FB-3", table=32768, end=bytes(32768))
    bare("vtable-before", "a vtable before the buffer; as many bytes before its end there would be one", "FB-2", back=16, end=struct.pack("<2H", 4, 4))
    bare("vtable-cut", "a vtable of which two bytes are in the buffer", "FB-2", back=-4, end=struct.pack("<H", 4))
    bare("vtable-odd", "a vtable at an odd position", "FB-4", back=-5, end=b"\0" + struct.pack("<2H", 4, 4))
    bare("root-odd", "a table at a multiple of 2 and not of 4", "FB-4", root=14, begin=b"\0\0")
    bare("root-cut", "a root of which two bytes are in the buffer", "FB-2", root=16, end=b"\0\0")


def odd_field(table: Table) -> bytes:
    """The field of `widths` two bytes behind the table's end, which is then further off."""
    vtable = bytearray(vtable_of(table))
    out = bytearray(moved(table, bytes(vtable)))
    end = len(out) + 2 - table.root
    new = len(out) - len(vtable)
    struct.pack_into("<H", out, new + 2, end + 4)
    struct.pack_into("<H", out, new + 4 + 2 * SLOT["widths"], end)
    out += bytes(2) + struct.pack("<I", 6)
    return bytes(out + bytes(2) + struct.pack("<II", 1, 0))


def copied(table: Table, name: str, size: int, shift: int) -> bytes:
    """A vector once more behind all else, at a place that does not suit its elements."""
    at = table.target(name)
    count, = struct.unpack_from("<I", table.data, at)
    out = table.data
    if size == 8:
        out += bytes(-len(out) % 8)
    else:
        out += bytes(-len(out) % 4 + shift)
    struct.pack_into("<I", out, table.field(name), len(out) - table.field(name))
    return bytes(out + struct.pack("<I", count) + out[at + 4:at + 4 + size * count])


def no_elements(table: Table) -> bytes:
    """`source_lengths` cannot be empty here, `labels` can."""
    at = table.field("labels")
    out = table.data + bytes(-len(table.data) % 8)
    struct.pack_into("<I", out, at, len(out) - at)
    return bytes(out + bytes(4))


def one_more(table: Table) -> bytes:
    """`encodings` is the last thing in the buffer, and says that it has two elements."""
    out = table.data + bytes(-len(table.data) % 4)
    at = table.field("encodings")
    struct.pack_into("<I", out, at, len(out) - at)
    return bytes(out + struct.pack("<I", 2) + b"\2")


ALIKE = ("widths", "heights", "source_flags", "slice_lengths", "slice_crc32c")


def zeros_once(values: Values) -> None:
    values.update({name: [0] for name in ALIKE})


def shared(flat: bytes) -> bytes:
    """Each vector that has one zero becomes the one that has a hundred."""
    table = Table(flat)
    for name in ALIKE:
        table.put("I", table.field(name), table.target("source_lengths") - table.field(name))
    return bytes(table.data)


def add_nested(bad: Callable[..., None]) -> None:
    def column(table: Table) -> int:
        at = table.target("columns") + 4
        return int(at + struct.unpack_from("<I", table.data, at)[0])

    def name_of(table: Table) -> int:
        at = column(table)
        vtable = at - struct.unpack_from("<i", table.data, at)[0]
        place = at + struct.unpack_from("<H", table.data, vtable + 4)[0]
        return int(place + struct.unpack_from("<I", table.data, place)[0])

    def name_last(table: Table, tail: bytes) -> bytes:
        at = column(table)
        vtable = at - struct.unpack_from("<i", table.data, at)[0]
        place = at + struct.unpack_from("<H", table.data, vtable + 4)[0]
        out = table.data + bytes(-len(table.data) % 4)
        struct.pack_into("<I", out, place, len(out) - place)
        return bytes(out + tail)

    def element(table: Table, value: int) -> bytes:
        return table.put("I", table.target("columns") + 4, value)

    bad("string-end", "a string without its zero byte", lambda t: t.put("B", name_of(t) + 8, 1), "FB-2", FULL)
    bad("string-long", "a string that leaves no room for its zero byte", lambda t: name_last(t, struct.pack("<I", 4) + b"name"), "FB-2", FULL)
    bad("nested-0", "an element of a vector of tables that is 0", lambda t: element(t, 0), "FB-2", FULL)
    bad("nested-offset", "an element of a vector of tables that leads behind the end", lambda t: element(t, len(t.data) & ~3), "FB-2", FULL)
    bad("nested-count", "more tables than there are bytes", lambda t: t.put("I", t.target("columns"), len(t.data)), "FB-2", FULL)
    bad("nested-vtable", "a table in a table whose vtable is outside", lambda t: t.put("i", column(t), -2**30), "FB-2", FULL)
    bad("nested-odd", "a table in a table at no multiple of 4", lambda t: element(t, column(t) - t.target("columns") - 4 + 2), "FB-4", FULL)
    bad("nested-in-header", "a number in the first four bytes of a table in a table, where it would read as 0", lambda t: t.put("H", shape_slot(t, column(t)), 2), "FB-3", FULL)
    bad("nested-across-end", "a field across the end of a table in a table", lambda t: across(t, column(t)), "FB-3", FULL)


def shape_slot(table: Table, at: int) -> int:
    """The place in a column's vtable of its `shape`, which is 0."""
    return int(at - struct.unpack_from("<i", table.data, at)[0] + 4 + 2 * 2)


def across(table: Table, at: int) -> bytes:
    """The last field of a column, four bytes, said to end two bytes behind its table."""
    vtable = at - struct.unpack_from("<i", table.data, at)[0]
    length, = struct.unpack_from("<H", table.data, vtable + 2)
    return table.put("H", vtable + 2, length - 2)
