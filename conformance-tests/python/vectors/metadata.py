"""Damage of the metadata: keys, labels, sizes, slices, targets (sections 4.2 and 8), and of slices themselves."""
from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from .catalogue import FULL, Catalogue, group, whole
from .pieces import Change, Values, color, entry_of, flipped, grey, identified, opaque, put, region, sealed, setting, shard, shorter, u64


def add_to(found: Catalogue) -> None:
    add_counts(found)
    add_keys(found)
    add_samples(found)
    add_slices(found)
    add_labels(found)
    add_targets(found)
    add_damaged_slices(found)


def bad(found: Catalogue, name: str, about: str, change: Change, ids: str, samples: Sequence[SimpleNamespace] | None = None, groups: int = 3,
        level: str | None = None) -> None:
    found.bad(f"metadata-{name}.pcr", "MALFORMED", about, shard(samples, groups, change=change), ids, level=level)


def longer(name: str) -> Change:
    def change(values: Values) -> None:
        values[name] = values[name] + (b"\0" if isinstance(values[name], bytes) else [0])
    return change


def add_counts(found: Catalogue) -> None:
    in_part_2 = ("source_flags", "source_lengths")
    for name in ("key_lengths", "widths", "heights", "color_classes", "encodings", *in_part_2, "slice_lengths", "slice_crc32c", "labels"):
        level = FULL if name in in_part_2 else None
        word = name.replace("_", "-")
        bad(found, f"count-less-{word}", f"{name} has one element less", shorter(name), "META-1", level=level)
        if name in ("widths", "slice_crc32c", "labels"):
            bad(found, f"count-more-{word}", f"{name} has one element more", longer(name), "META-1", level=level)
        if name == "heights":
            bad(found, f"no-{word}", f"{name} is absent", setting(**{name: ()}), "META-1", level=level)


def add_keys(found: Catalogue) -> None:
    def keys(*parts: bytes) -> Change:
        return setting(key_bytes=b"".join(parts), key_lengths=[len(part) for part in parts])

    for name, about, change, ids in (
            ("key-empty", "a key of no bytes", keys(b"a", b"", b"c"), "META-2"), ("key-bytes-short", "key_bytes has one byte less than the lengths add up to", shorter("key_bytes"), "META-2"),
            ("key-bytes-long", "key_bytes has one byte more", longer("key_bytes"), "META-2"),
            ("key-utf8", "a byte that begins no character in a key", keys(b"a", b"\xFF", b"c"), "META-2 TEXT-1"),
            ("key-surrogate", "half of a surrogate pair in a key", keys(b"a", b"\xED\xA0\x80", b"c"), "TEXT-1"), ("key-overlong", "a slash in two bytes in a key", keys(b"a", b"\xC0\xAF", b"c"), "TEXT-1"),
            ("key-beyond", "a character beyond 0x10FFFF in a key", keys(b"a", b"\xF4\x90\x80\x80", b"c"), "TEXT-1"),
            ("key-split", "a character across two keys, so that neither is text by itself", keys(b"a\xC3", b"\xA9b", b"c"), "META-2"),
            ("key-twice", "two samples of one key", keys(b"a", b"b", b"a"), "META-2")):
        bad(found, name, about, change, ids)


def add_samples(found: Catalogue) -> None:
    for encoding in (0, 3, 21):
        bad(found, f"encoding-{encoding}", f"encoding {encoding}", put("encodings", 2, encoding), "META-3")
    for encoding in (16, 20):
        bad(found, f"encoding-liquid-{encoding}", "an encoding of Liquid in a PCR shard", put("encodings", 2, encoding), "META-4")
    for name, about, change in (
            ("colour-5", "colour class 5", put("color_classes", 0, 5)),
            ("colour-0", "colour class OPAQUE of a PROGRESSIVE_JPEG", put("color_classes", 0, 0)), ("colour-opaque", "colour class GREY of an OPAQUE sample", put("color_classes", 2, 1)),
            ("width-0", "a PROGRESSIVE_JPEG of width 0", put("widths", 1, 0)), ("height-0", "a PROGRESSIVE_JPEG of height 0", put("heights", 0, 0)),
            ("width-65536", "a PROGRESSIVE_JPEG of width 65,536", put("widths", 0, 65536)), ("height-65536", "a PROGRESSIVE_JPEG of height 65,536", put("heights", 1, 65536)),
            ("width-2-31", "an OPAQUE sample of width 2^31", put("widths", 2, 2**31)), ("height-2-31", "an OPAQUE sample of height 2^31", put("heights", 2, 2**31))):
        bad(found, name, about, change, "META-3")
    bad(found, "source-length", "source_lengths 2^63", put("source_lengths", 1, 2**63), "INT-1", level=FULL)


def add_slices(found: Catalogue) -> None:
    # n = 3: slices 0, 1, 2 are of group 1, slice 5 would be the opaque sample's of group 2.
    for name, about, change, ids in (
            ("slice-2-31", "a slice length of 2^31", put("slice_lengths", 3, 2**31), "META-5"),
            ("slice-crc-of-opaque", "a CRC-32C of the slice that an OPAQUE sample has not", put("slice_crc32c", 5, 1), "META-5"),
            ("slice-of-opaque-length", "a length of the slice that an OPAQUE sample has not", put("slice_lengths", 5, 1), "META-5")):
        bad(found, name, about, change, ids)
    empty = color("empty")
    empty.slices = [empty.slices[0] + empty.slices[1], b"", empty.slices[2]]
    bad(found, "slice-empty-crc", "the CRC-32C of a slice of length 0 is not 0", put("slice_crc32c", 1, 1), "META-5", [empty])
    with_two = opaque("o")
    with_two.slices = [b"abc", b"def"]
    bad(found, "slice-of-opaque", "an OPAQUE sample with a slice in group 2", setting(), "META-5", [with_two], 2)
    last = opaque("o")
    last.slices = [b"abc", b"", b"def"]
    bad(found, "slice-of-opaque-last", "an OPAQUE sample with a slice in group 3", setting(), "META-5", [grey("g"), last], 3)
    late = color("late")
    late.slices = [b"", late.slices[0] + late.slices[1], late.slices[2]]
    bad(found, "no-slice-1", "a PROGRESSIVE_JPEG without a slice in group 1", setting(), "META-5", [late, grey("g")])
    moved = [1, 0, 0, -1, 0, 0, 0, 0, 0]

    def move(values: Values) -> None:
        values["slice_lengths"] = [a + b for a, b in zip(values["slice_lengths"], moved)]

    bad(found, "slice-moved", "a byte more in group 1 and one less in group 2", move, "REGION-5")

    def grow(index: int) -> Change:
        def change(values: Values) -> None:
            values["slice_lengths"][index] += 1
        return change

    for g in (0, 2):
        bad(found, f"group-{g + 1}-short", f"a slice one longer than region {g + 1} has", grow(3 * g), "REGION-5")
        bad(found, f"group-{g + 1}-long", f"a slice one shorter than region {g + 1} has", lambda values, k=3 * g: values["slice_lengths"].__setitem__(k, values["slice_lengths"][k] - 1), "REGION-5")


def add_labels(found: Catalogue) -> None:
    nine = [opaque(f"k{k}", label=5 if k % 2 else None) for k in range(9)]
    eight = nine[:8]
    for name, about, change, samples in (
            ("presence-short", "labels_present has a byte too few", setting(labels_present=b"\xAA"), nine), ("presence-long", "labels_present has a byte too many", setting(labels_present=b"\xAA\0"), eight),
            ("presence-unused", "an unused bit of labels_present", put("labels_present", 1, 2), nine),
            ("label-absent", "a label where labels_present says that there is none", put("labels", 0, 1), nine),
            ("presence-alone", "labels_present without labels", setting(labels=()), nine), ("presence-none", "labels_present in a shard without samples", setting(labels_present=b"\0"), [])):
        bad(found, name, about, change, "META-9", samples, 1)


def add_targets(found: Catalogue) -> None:
    def targets(name: str, about: str, ids: str = "TARGET-1", **more: Any) -> None:
        values = {"metric": 1, "way": 1, "values": [5, 9], **more}
        found.bad(f"targets-{name}.pcr", "MALFORMED", about, shard(targets=values), ids, level=FULL)

    for field, numbers in (("metric", (0, 2)), ("way", (0, 3)), ("reconstruction", (2,))):
        for number in numbers:
            targets(f"{field}-{number}", f"{field} {number}", **{field: number})
    for name, at in (("name", "full"), ("line", "resize:256,crop:224\n"), ("resize", "resize:256"), ("crop-0", "resize:1,crop:0"),
                     ("leading", "resize:0256,crop:224"), ("leading-crop", "resize:256,crop:01"), ("65536", "resize:65536,crop:1"),
                     ("beyond", "resize:256,crop:257"), ("digits", "resize:\u0661,crop:1"), ("space", "resize:256, crop:224")):
        targets(f"at-{name}", f"a size that is none: {name}", at=at)
    targets("at-utf8", "a size that is not UTF-8", "TEXT-1", at=b"\xFF")
    for name, about, values in (("none", "no target for three groups", []), ("few", "one target for three groups", [5]), ("many", "three targets for three groups", [5, 6, 7]),
                                ("0", "a target of 0", [0, 5]), ("million", "a target of 1", [5, 10**6]),
                                ("same", "two groups of the same target", [5, 5]), ("fall", "targets that fall", [9, 5])):
        targets(name, about, "TARGET-2", values=values)
    found.bad("targets-64.pcr", "MALFORMED", "64 targets for 64 groups", shard([], 64, targets={"metric": 1, "way": 1, "values": list(range(1, 65))}), "TARGET-2", level=FULL)


def add_damaged_slices(found: Catalogue) -> None:
    data = shard()
    prefixes = entry_of()[1]["prefix_lengths"]
    for g in (1, 2, 3):
        calls = [whole("CHECKSUM_MISMATCH"), *(group(k, "CHECKSUM_MISMATCH" if k >= g else None) for k in range(4))]
        found.add(f"bad-slice-of-group-{g}.pcr", f"a slice of group {g}: its sample is left below it, all others intact", flipped(data, prefixes[g - 1]), "SAMPLE-4 G-3 G-4 CRC-2", calls)
    found.add("bad-slice-opaque.pcr", "the last byte of group 1, which is an opaque sample's", flipped(data, prefixes[1] - 1), "SAMPLE-4 G-4",
              [whole("CHECKSUM_MISMATCH"), group(0), group(1, "CHECKSUM_MISMATCH")])
    found.add("bad-slice-crc.pcr", "slice_crc32c of an intact slice", shard(change=put("slice_crc32c", 0, 0)), "SAMPLE-4", [whole("CHECKSUM_MISMATCH"), group(0), group(1, "CHECKSUM_MISMATCH")])
    two = flipped(data, prefixes[0], prefixes[2])
    found.add("prefix-slice-2g.pcr", "a slice of 2^31-1 bytes, which is above the limit, in a file that ends before", of_slice(2**31 - 1), "LIMIT-1 META-5",
              [whole("LIMIT_EXCEEDED"), group(0), group(1, "LIMIT_EXCEEDED")])
    found.add("prefix-slice-256m.pcr", "a slice of 256 MiB, which is within the limit, in a file that ends before", of_slice(256 << 20), "LIMIT-1 PREFIX-2",
              [whole("TRUNCATED"), group(0), group(1, "TRUNCATED")])
    found.bad("metadata-slice-2-31-region.pcr", "MALFORMED", "a slice of 2^31 bytes, and a region that is as long", of_slice(2**31), "META-5")


def of_slice(length: int) -> bytes:
    """The region is as long as the slice says; the file is not, which no reader comes to see."""
    large = shard([opaque("giant", b"x")], 3, change=setting(slice_lengths=[length, 0, 0], slice_crc32c=[1, 0, 0]))
    start = int.from_bytes(large[region(1) + 8:region(1) + 16], "little")
    end = start + length
    return identified(sealed(large, (region(1) + 16, u64(length)), (region(2) + 8, u64(end)), (region(3) + 8, u64(end)), (32, u64(end + start + 24))))
