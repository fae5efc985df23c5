"""Columns of every type, shape and placement (section 9)."""
from __future__ import annotations

import struct
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pcr_writer as w
from pcr_reader import BOOL, BYTES, EARLY, FIXED, FLOAT32, FLOAT64, INLINE, INT64, LATE, SCALAR, STRING, VARYING

from .catalogue import FULL, Catalogue, group, whole
from .pieces import Change, flipped, identified, opaque, region, sealed, setting, shard, u32, u64

TYPES = {"int64": INT64, "float64": FLOAT64, "float32": FLOAT32, "bool": BOOL, "bytes": BYTES, "string": STRING}
SHAPES = {"scalar": SCALAR, "fixed": FIXED, "varying": VARYING}
PLACES = {"inline": INLINE, "early": EARLY, "late": LATE}
NAN = struct.unpack("<d", bytes.fromhex("010000000000f87f"))[0]
ELEMENTS: dict[int, list[Any]] = {
    INT64: [2**63 - 1, -2**63, 0], FLOAT64: [-0.0, NAN, 1e300], FLOAT32: [-0.0, float("inf"), 0.5], BOOL: [True, False, True],
    BYTES: [b"\0\xFF", b"", b"abc"], STRING: ["é\0\"", "", "\U0001F600"]}


def samples(count: int = 5) -> list[SimpleNamespace]:
    return [opaque(f"k{k}", b"%d" % k, None) for k in range(count)]


def some(kind: int, shape: int) -> list[Any]:
    """A value of each sort, and a sample without one."""
    elements = ELEMENTS[kind]
    return {SCALAR: [*elements, None, elements[0]], FIXED: [elements[:2], None, elements[1:], elements[:2], elements[1:]],
            VARYING: [elements, [], None, elements[:1], [elements[2], elements[1]]]}[shape]


def add_to(found: Catalogue) -> None:
    everything = []
    for kind_name, kind in TYPES.items():
        of_kind = []
        for shape_name, shape in SHAPES.items():
            if shape == FIXED and kind in (BYTES, STRING):
                continue
            for place_name, place in PLACES.items():
                of_kind.append(w.column(f"{kind_name} {shape_name} {place_name}", kind, some(kind, shape), shape, 2 if shape == FIXED else 0, place))
        found.good(f"column-{kind_name}.pcr", f"{kind_name} of every shape and placement, one absent", shard(samples(), 1, of_kind),
                   "COLUMN-1 COLUMN-2 COLUMN-3 COLUMN-4 COLUMN-5 COLUMN-6 REGION-4 REGION-7", group(1))
        everything += of_kind
    found.good("columns-all.pcr", "columns of every type, shape and placement, mixed", shard(samples(), 2, everything[::-1]), "REGION-4 META-7", group(0), group(1))
    add_counts(found)
    for count in (8, 9):
        values = [None if k == count - 1 else k for k in range(count)]
        found.good(f"column-present-{count}.pcr", f"a presence vector of {count} samples", shard(samples(count), 1, [w.column("c", INT64, values)]), "COLUMN-3")
    add_bad(found)
    add_bad_in_regions(found)
    add_damage(found)


def add_counts(found: Catalogue) -> None:
    found.good("columns-256.pcr", "the most columns", shard(samples(1), 1, [w.column(f"{k}", BOOL, [True], placement=LATE) for k in range(256)]), "META-7 REGION-1", group(1))
    found.good("column-name-255.pcr", "the longest name of a column", shard(samples(1), 1, [w.column("n" * 255, BOOL, [True])]), "META-7")
    found.good("column-no-samples.pcr", "columns of a shard without samples", shard([], 1, [w.column("a", STRING, [], placement=EARLY), w.column("b", INT64, []), w.column("c", BOOL, [], placement=LATE)]), "REGION-4")
    found.good("column-all-present.pcr", "a presence vector although every sample has a value", shard(samples(), 1, [w.column("c", BOOL, [True] * 5)], change=first(present=b"\x1F")), "COLUMN-3")
    found.good("column-fixed-long.pcr", "a list of 1,000 numbers for each sample", shard(samples(2), 1, [w.column("e", FLOAT32, [[0.5] * 1000, None], FIXED, 1000, EARLY)]), "COLUMN-1 COLUMN-4", group(1))
    found.good("column-fixed-1.pcr", "a list of one number", shard(samples(2), 1, [w.column("e", INT64, [[5], None], FIXED, 1)]), "COLUMN-1")
    most = first(list_length=268435455, present=b"\0", value_bytes=b"")
    found.good("column-fixed-longest.pcr", "the longest list, of no sample", shard(samples(), 1, [w.column("e", BOOL, [None] * 5, FIXED, 1)], change=most), "COLUMN-1")


def first(**more: Any) -> Change:
    """The first column changed."""
    return lambda values: values["columns"][0].update(more)


def add_bad(found: Catalogue) -> None:
    def bad(name: str, about: str, ids: str, /, **changed: Any) -> None:
        plain = {"name": "c", "type": BYTES, "value_lengths": [1] * 5, "value_bytes": b"abcde", **changed}
        found.bad(f"column-{name}.pcr", "MALFORMED", about, shard(samples(), 1, change=setting(columns=[plain])), ids, level=FULL)

    def numbers(name: str, about: str, ids: str, /, **changed: Any) -> None:
        bad(name, about, ids, **{"type": INT64, "value_lengths": (), "value_bytes": bytes(40), **changed})

    bad("name-empty", "a name of no bytes", "META-7", name=b"")
    bad("name-256", "a name of 256 bytes", "META-7", name="c" * 256)
    bad("name-utf8", "a name that is not UTF-8", "TEXT-1", name=b"\xFF")
    for kind in (0, 7):
        bad(f"type-{kind}", f"type {kind}", "COLUMN-1", type=kind)
    bad("shape-3", "shape 3", "COLUMN-1", shape=3, value_lengths=[0] * 5, value_bytes=b"")
    for place in (3,):
        bad(f"placement-{place}", f"placement {place}", "COLUMN-1", placement=place, value_lengths=[0] * 5, value_bytes=b"", value_crc32c=[0] * 5)
    numbers("fixed-0", "FIXED of no elements", "COLUMN-1", shape=FIXED, value_bytes=b"")
    numbers("fixed-2-28", "FIXED of 2^28 elements", "COLUMN-1", shape=FIXED, list_length=2**28, present=b"\0", value_bytes=b"")
    numbers("scalar-length", "SCALAR with a list_length", "COLUMN-1", list_length=1)
    numbers("varying-length", "VARYING with a list_length", "COLUMN-1", shape=VARYING, list_length=1, value_lengths=[8] * 5)
    bad("bytes-fixed", "FIXED BYTES", "COLUMN-1", shape=FIXED, list_length=1)
    bad("string-fixed", "FIXED STRING", "COLUMN-1", type=STRING, shape=FIXED, list_length=1)
    bad("lengths-short", "value_lengths has four elements of five", "COLUMN-2", value_lengths=[1] * 4, value_bytes=b"abcd")
    bad("lengths-long", "value_lengths has six elements of five", "COLUMN-2", value_lengths=[1] * 5 + [0])
    numbers("lengths-of-numbers", "value_lengths of scalar numbers", "COLUMN-2", value_lengths=[8] * 5)
    numbers("lengths-of-varying-absent", "VARYING numbers without value_lengths", "COLUMN-2", shape=VARYING)
    bad("bytes-short", "value_bytes shorter than the lengths", "COLUMN-2", value_bytes=b"abcd")
    bad("bytes-long", "value_bytes longer than the lengths", "COLUMN-2", value_bytes=b"abcdef")
    numbers("numbers-short", "value_bytes has a byte less than the numbers", "COLUMN-2", value_bytes=bytes(39))
    numbers("numbers-absent-more", "value_bytes has a number of a sample without one", "COLUMN-3", present=b"\x1E")
    bad("crcs-inline", "an INLINE column with value_crc32c", "COLUMN-2", value_crc32c=[0] * 5)
    bad("present-long", "present has a byte too many", "COLUMN-3", present=b"\x1F\0")
    bad("present-unused", "an unused bit of present", "COLUMN-3", present=b"\x3F")
    bad("absent-bytes", "a value where present says that there is none", "COLUMN-3", present=b"\x1E")
    bad("length-2-31", "a value length of 2^31, with all that follows from it but the bytes", "COLUMN-4", value_lengths=[2**31, 0, 0, 0, 0], value_bytes=b"")
    for name, kind, size in (("int64", INT64, 8), ("float64", FLOAT64, 8), ("float32", FLOAT32, 4)):
        bad(f"varying-{name}", f"VARYING {name.upper()} of {size - 1} bytes", "COLUMN-4", type=kind, shape=VARYING, value_lengths=[size - 1, 0, 0, 0, 0], value_bytes=bytes(size - 1))
    bad("text", "STRING that is not UTF-8", "COLUMN-6 TEXT-1", type=STRING, value_bytes=b"abcd\xFF")
    bad("text-split", "a character across two STRINGs", "COLUMN-6 TEXT-1", type=STRING, value_bytes="éabc".encode())
    numbers("bool-2", "BOOL 2", "COLUMN-6", type=BOOL, value_bytes=b"\0\1\2\0\0")
    numbers("bool-255-varying", "BOOL 255 in a list", "COLUMN-6", type=BOOL, shape=VARYING, value_lengths=[2, 0, 0, 0, 0], value_bytes=b"\1\xFF")
    for name, about, value in (("cut", "a list of BYTES that ends in a length", b"\1\0\0"), ("element-long", "an element that is longer than its list", b"\2\0\0\0a"),
                               ("behind", "a byte behind the last element", b"\1\0\0\0ab")):
        bad(f"list-{name}", about, "COLUMN-6", shape=VARYING, value_lengths=[len(value), 0, 0, 0, 0], value_bytes=value)
    bad("list-text", "an element that is not UTF-8 in a list of STRING", "COLUMN-6 TEXT-1", type=STRING, shape=VARYING, value_lengths=[0, 5, 0, 0, 0], value_bytes=u32(1) + b"\xFF")
    nine = first(present=b"\xFF")
    found.bad("column-present-short.pcr", "MALFORMED", "present has no byte for the ninth sample", shard(samples(9), 1, [w.column("c", BOOL, [True] * 9)], change=nine), "COLUMN-3", level=FULL)
    empty = {"type": BYTES, "value_lengths": [0] * 5}
    found.bad("columns-same-name.pcr", "MALFORMED", "two columns of one name", shard(samples(), 1, change=setting(columns=[{"name": n, **empty} for n in ("a", "b", "a")])), "META-7", level=FULL)
    found.bad("columns-257.pcr", "MALFORMED", "257 columns", shard(samples(), 1, change=setting(columns=[{"name": f"c{k}", **empty} for k in range(257)])), "META-7", level=FULL)


def add_bad_in_regions(found: Catalogue) -> None:
    values = [b"x", b"", b"", None, b"yz"]

    def bad(name: str, about: str, ids: str, /, places: Sequence[str] = (), **changed: Any) -> None:
        for place_name in places or ("late",):
            column = w.column("c", BYTES, values, placement=PLACES[place_name])
            found.bad(f"column-{place_name}-{name}.pcr", "MALFORMED", f"{place_name}: {about}", shard(samples(), 1, [column], change=first(**changed)), ids, level=FULL)

    crcs = w.column_table(w.column("c", BYTES, values, placement=LATE))[0]["value_crc32c"]
    bad("inline", "a column that is INLINE has a region", "REGION-4", ("early", "late"), placement=INLINE, value_crc32c=(), value_bytes=b"xyz")
    bad("with-bytes", "value_bytes too", "COLUMN-2", value_bytes=b"xyz")
    bad("crc-of-nothing", "the CRC-32C of a value of length 0 is not 0", "COLUMN-3", value_crc32c=[crcs[0], 1, *crcs[2:]])
    bad("crc-of-absent", "the CRC-32C of an absent value is not 0", "COLUMN-3", value_crc32c=[*crcs[:3], 1, crcs[4]])
    bad("crcs-short", "value_crc32c has four elements of five", "COLUMN-2", ("early",), value_crc32c=crcs[:4])
    bad("crcs-absent", "no value_crc32c", "COLUMN-2", value_crc32c=())
    bad("region-short", "the values are longer than the region", "REGION-7", value_lengths=[2, 0, 0, 0, 2])
    bad("region-long", "the values are shorter than the region", "REGION-7", ("early", "late"), value_lengths=[1, 0, 0, 0, 1])
    bad("absent-length", "a length where present says that there is none", "COLUMN-3", value_lengths=[1, 0, 0, 1, 1], value_crc32c=[*crcs[:3], 1, crcs[4]])
    for here, there in (("early", LATE), ("late", EARLY)):
        column = w.column("c", BYTES, values, placement=PLACES[here])
        found.bad(f"column-{here}-elsewhere.pcr", "MALFORMED", f"a column whose region is {here} and which is not", shard(samples(), 1, [column], change=first(placement=there)), "REGION-4", level=FULL)
    for place in (EARLY, LATE):
        def late(values_: dict[str, Any], place: int = place) -> None:
            values_["columns"] = [{"name": "c", "type": BYTES, "value_lengths": [0] * 5, "value_crc32c": [0] * 5, "placement": place}]
        found.bad(f"column-region-missing-{place}.pcr", "MALFORMED", "a column without its region", shard(samples(), 1, change=late), "REGION-4", level=FULL)


def of_value(length: int) -> bytes:
    """A LATE value so long, and a region that is as long; the file is not, which no reader comes to see."""
    data = shard(samples(1), 1, [w.column("c", BYTES, [b"x"], placement=LATE)], change=first(value_lengths=[length]))
    start = int.from_bytes(data[region(2) + 8:region(2) + 16], "little")
    front = int.from_bytes(data[region(1) + 8:region(1) + 16], "little")
    return identified(sealed(data, (region(2) + 16, u64(length)), (32, u64(start + length + front + 24))))


def add_damage(found: Catalogue) -> None:
    found.bad("column-value-2-31.pcr", "MALFORMED", "a value of 2^31 bytes, and a region that is as long", of_value(2**31), "COLUMN-4", level=FULL)
    found.add("prefix-column-value-2g.pcr", "a value of 2^31-1 bytes, which is above the limit, in a file that ends before", of_value(2**31 - 1), "LIMIT-1",
              [whole("LIMIT_EXCEEDED"), group(1)])
    found.add("prefix-column-value-256m.pcr", "a value of 256 MiB, which is within the limit, in a file that ends before", of_value(256 << 20), "LIMIT-1", [whole("TRUNCATED"), group(1)])
    for place_name in ("early", "late"):
        good = w.column("good", STRING, ["a", "b", "c", "d", "e"], placement=PLACES[place_name])
        column = w.column("c", STRING, ["abc", "", "é", None, "x"], placement=PLACES[place_name])
        data = shard(samples(), 1, [good, column])
        at = data.index("abcéx".encode())
        calls = [whole("CHECKSUM_MISMATCH"), group(0), group(1, "CHECKSUM_MISMATCH" if place_name == "early" else None)]
        found.add(f"bad-column-{place_name}-value.pcr", "a value in a region: the column alone is lost", flipped(data, at + 1), "COLUMN-5 G-3", calls, FULL)
        wrong = w.column("c", BYTES, ["abc".encode(), b"", b"\xC3", None, b"x"], placement=PLACES[place_name])
        not_text = shard(samples(), 1, [good, wrong], change=lambda values: values["columns"][1].update(type=STRING))
        calls = [whole("MALFORMED"), group(0), group(1, "MALFORMED" if place_name == "early" else None)]
        found.add(f"bad-column-{place_name}-text.pcr", "a STRING in a region that is not UTF-8", not_text, "COLUMN-5 COLUMN-6", calls, FULL)
        not_flag = w.column("c", BYTES, [b"\0", b"\1", b"\2", b"\1", b"\0"], placement=PLACES[place_name])
        data = shard(samples(), 1, [good, not_flag], change=lambda values: values["columns"][1].update(type=BOOL, value_lengths=()))
        found.add(f"bad-column-{place_name}-flag.pcr", "a BOOL of 2 in a region", data, "COLUMN-5 COLUMN-6", calls, FULL)
