"""Examples in TFRecord files: protobuf as it is defined, and the features of TF-slim (section A.2)."""
from __future__ import annotations

import struct
from typing import Any

import pcr_writer as w
from pcr_reader import BYTES, FLOAT32, FLOAT64, INT64, STRING

from .catalogue import Catalogue

Feature = bytes


def message(number: int, data: bytes) -> bytes:
    return bytes(w._message(number, data))


def entry(name: bytes | str, *features: Feature) -> bytes:
    """A feature of an Example, in one or several parts."""
    key = name if isinstance(name, bytes) else name.encode()
    return message(1, message(1, message(1, key) + b"".join(message(2, part) for part in features)))


def feature(kind: int, *values: Any) -> Feature:
    return bytes(w.feature(kind, list(values)))


def file(*parts: bytes) -> bytes:
    """One record of a message that is put together so."""
    return bytes(w.tfrecord_record(b"".join(parts)))


IMAGE = entry("image/encoded", feature(BYTES, b"the file"))
TEXT = feature(BYTES, b"a")


def add_to(found: Catalogue) -> None:
    add_good(found)
    add_columns(found)
    add_bad_features(found)
    add_bad_messages(found)


def add_good(found: Catalogue) -> None:
    def good(name: str, about: str, data: bytes, ids: str = "TFRECORD-6") -> None:
        found.good(f"example-{name}.tfrecord", about, data, ids)

    slim = [("image/format", feature(STRING, "jpeg")), ("image/class/label", feature(INT64, -1)), ("image/class/text", feature(STRING, "é")), ("image/filename", feature(STRING, "k")),
            ("image/height", feature(INT64, 3)), ("image/width", feature(INT64, 2**63 - 1)), ("image/colorspace", feature(STRING, "RGB"))]
    good("slim", "all features of TF-slim", file(IMAGE, *(entry(*one) for one in slim)), "TFRECORD-4")
    good("descending", "features in another order than that of their names", file(*(entry(*one) for one in reversed(slim)), IMAGE), "TFRECORD-5")
    good("unpacked", "numbers that are not packed", file(IMAGE, entry("f", message(2, b"\x0D\0\0\x80\x3F\x0D\0\0\0\x40")), entry("i", message(3, b"\x08\1\x08\2"))))
    good("half-packed", "numbers packed and not", file(IMAGE, entry("f", message(2, b"\x0A\4\0\0\x80\x3F\x0D\0\0\0\x40")), entry("i", message(3, b"\x08\1\x0A\2\2\3\x08\4"))))
    good("negative", "a negative number, which takes ten bytes", file(IMAGE, entry("i", feature(INT64, -1, -2**63, 2**63 - 1))))
    good("name-twice", "a name that stands twice: the last holds", file(IMAGE, entry("f", TEXT), entry("f", feature(INT64, 5))))
    good("image-twice", "two images of one name: the last holds", file(IMAGE, entry("image/encoded", feature(BYTES, b"another"))))
    unknown = b"\x78\1" + message(9, b"?") + b"\x51" + bytes(8) + b"\x55" + bytes(4)
    inner = message(1, message(1, b"f") + unknown + message(2, TEXT + unknown) + unknown)
    good("unknown-fields", "fields that Example does not have, at every level", file(unknown, IMAGE, message(1, inner + unknown), unknown))
    good("groups", "groups, which are unknown fields, one in another a hundred deep", file(IMAGE, b"\x1B" * 100 + b"\x1C" * 100))
    good("group-fields", "fields of all kinds in a group", file(b"\x1B" + unknown + b"\x23\x24" + entry("hidden", TEXT) + b"\x1C", IMAGE))
    wires = b"\x08\1" + b"\x0D" + bytes(4) + b"\x09" + bytes(8)
    good("wire-types", "fields that Example has, of other wire types, which are unknown ones", file(wires, IMAGE, message(1, wires + message(1, message(1, b"f") + b"\x10\1" + message(2, wires + TEXT)))))
    good("list-wire-types", "values of other wire types than their list has", file(IMAGE, entry("b", message(1, b"\x08\1" + message(1, b"x"))), entry("f", message(2, b"\x08\1\x09" + bytes(8) + b"\x0D\0\0\x80\x3F")), entry("i", message(3, b"\x0D" + bytes(4) + b"\x08\7"))))
    good("list-fields", "fields of a list that it does not have", file(IMAGE, entry("i", message(3, b"\x10\5" + message(3, b"\1") + b"\x08\7"))))
    good("varints", "numbers in more bytes than they take, and bits beyond 64", file(IMAGE, entry("i", message(3, b"\x08\x81\x80\0")), entry("j", message(3, b"\x08" + b"\xFF" * 9 + b"\x7F")), b"\x8A\0\0"))
    good("kinds", "a feature of two kinds: the last holds; one that comes back after another starts empty",
         file(IMAGE, entry("f", TEXT + feature(INT64, 5)), entry("g", TEXT + feature(INT64, 5) + feature(BYTES, b"b"))))
    good("lists-merge", "a list in two parts of one kind, in one feature and in two parts of it, and parts of two kinds",
         file(IMAGE, entry("f", feature(INT64, 1) + feature(INT64, 2)), entry("g", feature(INT64, 1), feature(INT64, 2)), entry("h", feature(INT64, 1), TEXT)))
    good("features-twice", "features in two parts", file(IMAGE + entry("f", TEXT), entry("g", TEXT)))
    good("entries", "an entry with two names, of which the last holds, and one with its name behind the feature",
         file(IMAGE, message(1, message(1, message(1, b"x") + message(1, b"y") + message(2, TEXT))), message(1, message(1, message(2, TEXT) + message(1, b"f")))))
    good("empty-list", "an empty list is an absent feature", file(IMAGE, entry("f", message(1, b"")), entry("image/height", message(3, b"")), entry("image/format", message(1, b""))), "TFRECORD-4")
    good("empty-feature", "an entry without a feature, one without a kind, and one without a name", file(IMAGE, entry("f"), entry("g", b""), message(1, message(1, message(2, TEXT)))), "TFRECORD-6")
    good("empty-packed", "packed numbers of no bytes", file(IMAGE, entry("f", message(2, message(1, b""))), entry("i", message(3, message(1, b"")))))
    good("binary-image", "an image that is no text", file(entry("image/encoded", feature(BYTES, b"\xFF\xD8\xFF\0"))), "TFRECORD-4")
    good("empty-image", "an image of no bytes", file(entry("image/encoded", feature(BYTES, b""))), "TFRECORD-4")
    good("names", "names of which the order of code points is not that of UTF-16", file(IMAGE, entry("\U0001F600", TEXT), entry("\uFFFD", TEXT), entry("", TEXT)), "TFRECORD-6")


def add_columns(found: Catalogue) -> None:
    """Features as columns come out (R-TFRECORD-10)."""
    tables = [w.column("boxes", FLOAT32, [[0.5, 1.0, 2.0, 4.0], []], 2), w.column("three", INT64, [[1, 2, 3], None], 1, 3), w.column("captions", STRING, [["a", "é"], ["", "b"]], 2),
              w.column("exact", FLOAT64, [[0.1, 0.5], [0.25]], 2), w.column("one", FLOAT64, [0.1, None]), w.column("flag", 6, [True, False]), w.column("json", STRING, ['{"a":1}', None])]
    made = b"".join(w.tfrecord_record(w.example_of(f"k{i}", b"file", i, tables, i)) for i in range(2))
    found.good("example-columns.tfrecord", "columns of every type and shape as features", made, "TFRECORD-10 TFRECORD-5 TFRECORD-7")
    floats = struct.pack("<4I", 0x7FC00001, 0xFF800000, 0x80000000, 1)
    found.good("example-floats.tfrecord", "floats whose bits stay: not a number, infinite, negative zero", file(IMAGE, entry("f", message(2, message(1, floats)))), "TFRECORD-10")
    found.good("example-long-list.tfrecord", "a list of 1,000 numbers, and one of 300 byte strings", file(IMAGE, entry("i", feature(INT64, *range(1000))), entry("b", feature(BYTES, *[b"x"] * 300))), "TFRECORD-10")


def bad(found: Catalogue, name: str, about: str, ids: str, *parts: bytes) -> None:
    found.bad(f"example-{name}.tfrecord", "MALFORMED", about, file(*parts), ids)


def add_bad_features(found: Catalogue) -> None:
    ids = "TFRECORD-4 TFRECORD-9"
    bad(found, "none", "a record of no data, so without an image", ids)
    bad(found, "no-image", "an Example without image/encoded", ids, entry("f", TEXT))
    bad(found, "image-empty-list", "image/encoded of no value", ids, entry("image/encoded", message(1, b"")))
    bad(found, "two-images", "two values of image/encoded", ids, entry("image/encoded", feature(BYTES, b"a", b"b")))
    kinds = {"image/encoded": BYTES, "image/format": BYTES, "image/class/text": BYTES, "image/filename": BYTES, "image/colorspace": BYTES, "image/class/label": INT64, "image/height": INT64, "image/width": INT64}
    values = {BYTES: b"x", INT64: 5, FLOAT32: 0.5}
    for name, kind in kinds.items():
        word = name.replace("/", "-")
        for other in (BYTES, INT64, FLOAT32):
            if other != kind and (other != FLOAT32 or "height" in name):
                parts = () if name == "image/encoded" else (IMAGE,)
                bad(found, f"{word}-kind-{other}", f"{name} of another kind", ids, *parts, entry(name, feature(other, values[other])))
        if name != "image/encoded":
            if name not in ("image/colorspace", "image/width", "image/class/text"):
                bad(found, f"{word}-two", f"two values of {name}", ids, IMAGE, entry(name, feature(kind, values[kind], values[kind])))
            if kind == BYTES and name in ("image/format", "image/filename"):
                bad(found, f"{word}-utf8", f"{name} that is not UTF-8", ids + " TEXT-1", IMAGE, entry(name, feature(BYTES, b"\xFF")))


def add_bad_messages(found: Catalogue) -> None:
    def wrong(name: str, about: str, *parts: bytes) -> None:
        bad(found, name, about, "TFRECORD-6 TFRECORD-9", *parts)

    wrong("name-utf8", "a feature's name that is not UTF-8", IMAGE, entry(b"\xFF", TEXT))
    wrong("length", "a length beyond the message", IMAGE, b"\x0A\5")
    wrong("length-one", "a length one beyond the message", IMAGE, b"\x7A\2a")
    wrong("length-nested", "a length beyond the message that it is in", IMAGE, message(1, b"\x0A\5ab"))
    wrong("fixed-64-cut", "a number of eight bytes that is cut", IMAGE, b"\x79" + bytes(7))
    wrong("varint", "a varint that does not end", IMAGE, b"\x78\x80")
    wrong("varint-11", "a varint of eleven bytes", IMAGE, b"\x78" + b"\x80" * 10 + b"\0")
    wrong("wire-6", "a field of wire type 6", IMAGE, b"\x7E")
    wrong("wire-7", "a field of wire type 7", IMAGE, b"\x7F")
    wrong("field-0", "field 0", IMAGE, b"\0\0")
    wrong("groups-101", "groups one in another 101 deep", IMAGE, b"\x1B" * 101 + b"\x1C" * 101)
    wrong("group-end", "a group that ends with another number", IMAGE, b"\x1B\x24")
    wrong("group-open", "a group that does not end", IMAGE, b"\x1B")
    wrong("group-not-begun", "a group that ends and has not begun", IMAGE, b"\x1C")
    wrong("group-content", "a group whose content is no message", IMAGE, b"\x1B\x7F\x1C")
    wrong("packed-cut", "a packed varint that its list ends in", IMAGE, entry("i", message(3, message(1, b"\1\x80"))))
    wrong("packed-11", "a packed varint of eleven bytes", IMAGE, entry("i", message(3, message(1, b"\x80" * 10 + b"\0"))))
    wrong("packed-beyond", "packed numbers that are longer than their list", IMAGE, entry("i", message(3, b"\x0A\5\1")))
    for count in (1, 5):
        wrong(f"floats-{count}", f"{count} bytes of packed floats", IMAGE, entry("f", message(2, message(1, bytes(count)))))
