"""PCR shards that use every possibility of the format (sections 4, 5 and 8)."""
from __future__ import annotations

import struct

import pcr_writer as w
from pcr_blocks import FlatBuffer
from pcr_reader import METADATA

from .catalogue import Call, Catalogue, decoding, group
from .pieces import color, grey, opaque, sealed, setting, shard, slices, source, three, u32


def add_to(found: Catalogue) -> None:
    every_group = [group(g) for g in range(4)]
    found.good("shard-empty.pcr", "no samples", shard([], 1), "HEAD-7 REGION-2 META-1 UUID-1", group(0), group(1), decoding())
    found.good("shard-smallest.pcr", "the smallest shard, as the specification lists it",
               sealed(shard([], 1, writer_id=1)), "HEAD-2 REGION-2 TRAILER-1", group(1))
    found.good("shard-one.pcr", "a colour image in three groups", shard([color("one.jpg")]), "SAMPLE-1 G-1 G-2 PREFIX-1 UUID-1", *every_group, decoding())
    found.good("shard-mixed.pcr", "colour, grey and opaque", shard(), "SAMPLE-1 SAMPLE-2 G-1 G-6 REGION-3 SCAN-1 SCAN-2 SCAN-3", *every_group, decoding(),
               Call(("--group", "4"), io=True))
    found.good("shard-rgb.pcr", "three components that are not YCbCr", shard([w.sample("rgb", slices(source("rgb.jpg"), 3), 0, 16, 16, 3)]),
               "META-3 SAMPLE-1", group(3), decoding())
    cmyk = slices(source("recipe-four-components.progressive.jpg"), 3)
    found.good("shard-four.pcr", "four components", shard([w.sample("four", cmyk, 0, 19, 11, 4)]), "META-3 SAMPLE-1", group(3), decoding())
    found.good("shard-empty-groups.pcr", "five groups, of which the last two hold nothing", shard([color("c", 3), grey("g", 3)], 5),
               "SAMPLE-1 META-5 REGION-5", group(3), group(5), decoding())
    found.good("shard-64-groups.pcr", "64 groups, most of them empty", shard(three(64), 64), "META-1 REGION-3", group(64))
    hole = color("hole")
    hole.slices = [hole.slices[0], b"", hole.slices[1] + hole.slices[2]]
    found.good("shard-empty-slice.pcr", "an image without a slice in group 2", shard([hole, grey("g")]), "SAMPLE-1 META-5", group(2), group(3), decoding())
    found.good("shard-empty-opaque.pcr", "a file of no bytes", shard([opaque("nothing", b"")]), "SAMPLE-2 META-5 CRC-1", group(1), group(3))
    found.good("shard-opaque-only.pcr", "only opaque samples", shard([opaque("a"), opaque("b", b"\x89PNG")], 2), "SAMPLE-2", group(2), decoding())
    found.good("shard-long-slice.pcr", "an opaque file of 40,000 bytes", shard([opaque("long", b"0123456789" * 4000)], 1), "META-5", group(1))
    found.good("shard-200-samples.pcr", "200 samples", shard([opaque(f"k{k}", b"%d" % k, k % 7 or None) for k in range(200)], 1), "META-1 META-9", group(1))
    add_facts(found)
    add_head(found)
    add_table(found)
    add_targets(found)


def add_facts(found: Catalogue) -> None:
    edges = [w.sample("small", [b"\xFF\xD8"], None, 1, 1, 1), w.sample("large", [b"\xFF\xD8"], None, 65535, 65535, 4),
             w.sample("unknown", [b"x"], None, 0, 0, encoding=2), w.sample("giant", [b"x"], None, 2**31 - 1, 2**31 - 1, encoding=2)]
    found.good("shard-sizes.pcr", "pixels at their least and most; the images are stumps", shard(edges, 1), "META-3", group(1))
    facts = [opaque("flags", flags=2**32 - 1, source_length=2**63 - 1), opaque("none", flags=0, source_length=0)]
    found.good("shard-source-facts.pcr", "all flags, the longest length", shard(facts, 1), "META-1 INT-1", group(1))
    keys = ["a", "..", "/etc/passwd", "a\nb\t\"\\", "\u0000\u001F", "é", "\uFFFD", "\U0001F600", "k" * 300, "A", "con", "%2e%2e"]
    found.good("shard-keys.pcr", "keys of one byte, of all planes of Unicode, that look like paths, and a long one",
               shard([opaque(key) for key in keys], 1), "META-2 TEXT-1", group(1))
    found.good("shard-key-65535.pcr", "the longest key", shard([opaque("k" * 65535)], 1), "META-2", group(0))
    labels = [2**63 - 1, -2**63, 0, None, -1, None, 1, 2, None]
    for count, name in ((9, "labels"), (8, "labels-8")):
        found.good(f"shard-{name}.pcr", f"the greatest and least labels, and samples without one; {count} samples",
                   shard([opaque(f"k{k}", label=label) for k, label in enumerate(labels[:count])], 1), "META-9", group(1))
    found.good("shard-no-labels.pcr", "no sample has a label", shard([opaque("a", label=None), opaque("b", label=None)], 1), "META-9", group(1))
    found.good("shard-labels-present-full.pcr", "labels_present although every sample has a label",
               shard([opaque("a"), opaque("b")], 1, change=setting(labels_present=b"\3")), "META-9", group(1))


def add_head(found: Catalogue) -> None:
    data = shard([color("one.jpg")])
    for name, at, value, ids in (
            ("ro-compat-bits", 20, u32(2**32 - 1), "HEAD-5"), 
            ("ro-compat-reserved", 20, u32(3), "FEATURE-2"), ("compat-bits", 24, u32(2**32 - 1), "HEAD-5"), ("writer-unknown", 12, u32(2**32 - 1), "HEAD-7")):
        found.good(f"shard-{name}.pcr", f"{name.replace('-', ' ')}: not the reader's matter", sealed(data, (at, value)), ids, group(3))


def add_table(found: Catalogue) -> None:
    """FlatBuffers as later versions, and other writers, make them."""
    later: list[tuple[str, object]] = [*METADATA, ("later", "I"), ("later_still", ("Q",)), ("last", "text")]

    def with_later(flat: bytes) -> bytes:
        values = dict(vars(FlatBuffer(flat, b"PCRM", METADATA).root), later=7, later_still=[1, 2], last="x")
        return w.flatbuffer(b"PCRM", later, values)

    found.good("shard-unknown-fields.pcr", "fields of a later version", shard(flat_of=with_later), "FB-6", group(3))
    found.good("shard-trailing-content.pcr", "bytes behind the FlatBuffer's parts", shard(flat_of=lambda flat: flat + b"?" * 13), "FB-2", group(3))
    found.good("shard-vtable-behind.pcr", "the root's vtable behind its table", shard(flat_of=vtable_behind), "FB-3", group(3))
    found.good("shard-vtable-long.pcr", "the longest vtable that there can be", shard(flat_of=lambda flat: vtable_behind(flat, 32766)), "FB-3", group(3))
    found.good("shard-vtable-even.pcr", "a vtable at a multiple of 2 and not of 4", shard(flat_of=lambda flat: vtable_behind(flat, shift=2)), "FB-4", group(3))
    found.good("shard-table-long.pcr", "the longest table that there can be", shard(flat_of=table_long), "FB-3", group(3))


def vtable_behind(flat: bytes, length: int = 0, shift: int = 0) -> bytes:
    root, = struct.unpack_from("<I", flat)
    vtable = root - struct.unpack_from("<i", flat, root)[0]
    old, = struct.unpack_from("<H", flat, vtable)
    out = bytearray(flat + bytes(-len(flat) % 4 + shift))
    struct.pack_into("<i", out, root, root - len(out))
    out += struct.pack("<H", max(old, length)) + flat[vtable + 2:vtable + old] + bytes(max(0, length - old))
    return bytes(out)


def table_long(flat: bytes) -> bytes:
    """The root's table said to be 32,767 bytes long, over what it refers to."""
    root, = struct.unpack_from("<I", flat)
    out = bytearray(flat.ljust(root + 32767, b"\0"))
    struct.pack_into("<H", out, root - struct.unpack_from("<i", flat, root)[0] + 2, 32767)
    return bytes(out)


def add_targets(found: Catalogue) -> None:
    plain = {"metric": 1, "way": 1, "values": [900_000, 950_000]}
    for name, about, values, groups in (
            ("quality", "targets by quality", plain, 3), ("slope", "targets by slope, at their least and most", {"metric": 1, "way": 2, "values": [1, 999_999]}, 3),
            ("at", "targets at 224 pixels", {**plain, "at": "resize:256,crop:224"}, 3), ("at-most", "targets at the most pixels", {**plain, "at": "resize:65535,crop:65535"}, 3),
            ("at-least", "targets at one pixel", {**plain, "at": "resize:1,crop:1"}, 3),
            ("midpoint", "targets for midpoint reconstruction", {**plain, "reconstruction": 1}, 3),
            ("one-group", "targets of one group, which has none", {"metric": 1, "way": 1}, 1),
            ("64-groups", "63 targets", {"metric": 1, "way": 1, "values": list(range(1, 64))}, 64)):
        samples = [color("c", groups)] if groups < 64 else []
        found.good(f"targets-{name}.pcr", about, shard(samples, groups, targets=values), "TARGET-1 TARGET-2 META-8", group(groups))
