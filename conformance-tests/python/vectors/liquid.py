"""Liquid shards (section 11)."""
from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pcr_writer as w
from pcr_reader import BYTES, EARLY, LATE, LIQUID

from .catalogue import Catalogue, Call, group, whole
from .pieces import entry_of, flipped, put, region, sealed, setting, source, u16

JPEG, PNG, WEBP, BMP, RAW = range(16, 21)
FILES = {JPEG: lambda k: source("grey.jpg"), PNG: lambda k: b"\x89PNG\r\n\x1A\n, or so", WEBP: lambda k: b"RIFF\4\0\0\0WEBP",
         BMP: lambda k: b"BM, or so", RAW: lambda k: b"P5\n2 1\n255\n" + bytes([k, 255 - k])}


def sample(key: str, encoding: int, k: int = 0) -> SimpleNamespace:
    width, height = (2, 1) if encoding == RAW else (8, 8)
    return w.sample(key, [FILES[encoding](k)], k, width, height, 0, encoding=encoding)


def liquid(*encodings: int, columns: list[SimpleNamespace] | None = None, **more: Any) -> bytes:
    samples = [sample(f"k{k}", encoding, k) for k, encoding in enumerate(encodings)]
    return entry_of(samples, 1, columns or [], variant=LIQUID, **more)[0]


def columns(n: int) -> list[SimpleNamespace]:
    return [w.column("late", BYTES, [b"x"] * n, placement=LATE), w.column("early", BYTES, [b"yy"] * n, placement=EARLY)]


def add_to(found: Catalogue) -> None:
    mixed = (JPEG, RAW, PNG, JPEG, BMP, WEBP, RAW)
    for name, about, data in (
            ("empty", "no samples, so no FORMAT region", liquid()), ("jpeg", "one encoding", liquid(JPEG)), ("raw", "the last encoding alone", liquid(RAW, RAW)),
            ("two", "two encodings", liquid(PNG, JPEG, PNG)), ("mixed", "all encodings, mixed", liquid(*mixed)), ("columns", "early and late columns", liquid(JPEG, PNG, columns=columns(2))),
            ("columns-empty", "early and late columns of a shard without samples", liquid(columns=columns(0))),
            ("late-empty", "a late column of a shard without samples", liquid(columns=columns(0)[:1]))):
        found.good(f"liquid-{name}.pcrl", about, data, "LIQUID-1 LIQUID-2 LIQUID-3 LIQUID-4 LIQUID-5 LIQUID-6 REGION-4 META-4", group(0), group(1), Call(("--group", "2"), io=True))
    kept = [sample("k0", PNG)]
    kept[0].original = kept[0].slices[0]
    found.good("liquid-restore.pcrl", "originals that are the samples", entry_of(kept, 1, variant=LIQUID, restore=True)[0], "RESTORE-4 LIQUID-6")
    sizes = [w.sample("giant", [b"x"], None, 2**31 - 1, 2**31 - 1, encoding=PNG), w.sample("none", [b""], None, 0, 0, encoding=BMP)]
    found.good("liquid-sizes.pcrl", "the most pixels; and a sample of no bytes", entry_of(sizes, 1, variant=LIQUID)[0], "META-3")
    add_bad(found)
    add_regions(found)
    data = liquid(PNG, JPEG, PNG)
    start = int.from_bytes(data[region(1) + 8:region(1) + 16], "little")
    found.add("bad-liquid-sample.pcrl", "a byte of a sample: the others are intact", flipped(data, start), "SAMPLE-4 G-4", [whole("CHECKSUM_MISMATCH"), group(0), group(1, "CHECKSUM_MISMATCH")])
    cut = liquid(PNG, JPEG, columns=columns(2))
    for name, index, groups in (("metadata", 0, 0), ("format", 3, 1)):
        at = int.from_bytes(cut[region(index + 1) + 8:region(index + 1) + 16], "little")
        calls = [*(group(k, None if k <= groups else "TRUNCATED") for k in range(2)), whole("TRUNCATED")]
        found.add(f"prefix-liquid-{name}.pcrl", f"cut behind its last region of {name}", cut[:at], "PREFIX-2 LIQUID-2", calls)


def add_bad(found: Catalogue) -> None:
    def bad(name: str, about: str, ids: str, data: bytes) -> None:
        found.bad(f"liquid-{name}.pcrl", "MALFORMED", about, data, ids)

    bad("targets", "targets in a Liquid shard", "META-8", liquid(JPEG, targets={"metric": 1, "way": 1}))
    for encoding in (1, 15, 21):
        bad(f"encoding-{encoding}", f"encoding {encoding} in a Liquid shard", "META-3 META-4", liquid(JPEG, JPEG, change=put("encodings", 0, encoding)))
    bad("colour", "colour class GREY", "META-3", liquid(JPEG, change=put("color_classes", 0, 1)))
    bad("width", "width 2^31", "META-3", liquid(JPEG, change=put("widths", 0, 2**31)))
    bad("lengths-of-two-groups", "slice lengths of two groups", "META-1 LIQUID-1", liquid(JPEG, change=setting(slice_lengths=[len(source("grey.jpg")), 0], slice_crc32c=[1, 0])))
    bad("encoding-changed", "an encoding without a FORMAT region", "REGION-4", liquid(JPEG, change=put("encodings", 0, PNG)))
    bad("encodings-swapped", "FORMAT regions of other lengths than their samples", "REGION-7", liquid(JPEG, PNG, change=setting(encodings=bytes([PNG, JPEG]))))
    bad("format-superfluous", "an empty FORMAT region of an encoding that no sample has", "REGION-4", entry_of(
        [sample("a", JPEG), w.sample("b", [b""], 0, 1, 1, 0, encoding=PNG)], 1, variant=LIQUID, change=put("encodings", 1, JPEG))[0])
    no_region = {"placement": 0, "value_crc32c": ()}
    bad("empty-column", "a COLUMN region of an INLINE column, without samples", "REGION-4", liquid(columns=columns(0), change=lambda values: values["columns"][0].update(no_region)))
    bad("empty-column-missing", "an EARLY column without a region, without samples", "REGION-4", liquid(
        change=setting(columns=[{"name": "c", "type": BYTES, "placement": EARLY}])))


def add_regions(found: Catalogue) -> None:
    data = liquid(PNG, RAW, columns=columns(2))  # METADATA, COLUMN 1, FORMAT 17, 20, COLUMN 0
    for name, about, edits, ids in (
            ("format-15", "number 15 of a FORMAT region", [(region(2) + 2, u16(15))], "REGION-1"), ("format-21", "number 21 of a FORMAT region", [(region(3) + 2, u16(21))], "REGION-1"),
            ("format-crc", "region_crc32c of a FORMAT region", [(region(2) + 4, b"\1")], "REGION-1"),
            ("format-other", "a FORMAT region of an encoding that no sample has", [(region(2) + 2, u16(16))], "REGION-4"),
            ("formats-descend", "FORMAT regions that descend", [(region(2) + 2, u16(20)), (region(3) + 2, u16(17))], "REGION-3"),
            ("formats-twice", "a FORMAT region twice", [(region(3) + 2, u16(17))], "REGION-3"),
            ("scan-group", "a SCAN_GROUP in a Liquid shard", [(region(3), b"\3\0\1\0")], "REGION-3"),
            ("column-between", "a COLUMN between FORMAT regions", [(region(3), b"\2\0\0\0"), (region(4), b"\4\0\x14\0")], "REGION-3"),
            ("format-behind-restore", "a FORMAT region behind RESTORE", [(region(2), b"\5\0\0\0")], "REGION-3"),
            ("columns-exchanged", "the EARLY column's region is behind, the LATE one's in front", [(region(1) + 2, u16(0)), (region(4) + 2, u16(1))], "REGION-4")):
        found.bad(f"liquid-{name}.pcrl", "MALFORMED", about, sealed(data, *edits), ids)
