"""Damage of head and region table, versions and features (section 4.1)."""
from __future__ import annotations

from types import SimpleNamespace

import pcr_writer as w
from pcr_blocks import crc32c
from pcr_reader import BYTES, EARLY, LATE

from .catalogue import FULL, Catalogue
from .pieces import color, copy_of, flipped, region, sealed, shard, three, twice, u16, u32, u64


def with_columns(samples: list[SimpleNamespace]) -> bytes:
    """METADATA, COLUMN 0, 1, SCAN_GROUP 1, 2, 3, COLUMN 2, 3, RESTORE."""
    columns = [w.column(name, BYTES, [b"x"] * len(samples), placement=place) for name, place in (("a", EARLY), ("b", EARLY), ("c", LATE), ("d", LATE))]
    for sample in samples:
        sample.keep, sample.original = 0, b"?"
    return shard(samples, 3, columns, restore=True)


def add_to(found: Catalogue) -> None:
    data = with_columns(three())
    found.good("shard-all-regions.pcr", "regions of all kinds of a PCR shard", data, "REGION-1 REGION-2 REGION-3 REGION-4 REGION-7")
    add_first_bytes(found, data)
    add_checksums(found, data)
    add_versions(found, data)
    add_fields(found, data)
    add_order_of_regions(found, with_columns([]))


def add_first_bytes(found: Catalogue, data: bytes) -> None:
    bad = found.bad
    bad("head-magic.pcr", "NOT_PCR", "magic: its first byte, in the copy too", twice(data, (0, b"\x8E")), "HEAD-1")
    bad("head-magic-last.pcr", "NOT_PCR", "magic: its last byte", twice(data, (7, b"\x0B")), "HEAD-1")
    bad("head-text.pcr", "NOT_PCR", "a text", b"This is no shard, and longer than a head of one: " * 3, "HEAD-1")
    bad("head-no-bytes.pcr", "TRUNCATED", "a file of no bytes", b"", "HEAD-1")
    bad("head-half-magic.pcr", "TRUNCATED", "half of the magic", data[:4], "HEAD-1")
    bad("head-cut.pcr", "TRUNCATED", "the head ends", data[:63], "HEAD-9")
    bad("head-cut-in-count.pcr", "TRUNCATED", "the head ends in region_count", data[:30], "HEAD-9")
    bad("head-table-cut.pcr", "TRUNCATED", "the region table ends", data[:region(9) - 1], "HEAD-9")
    bad("head-metadata-cut.pcr", "TRUNCATED", "the metadata ends", shard()[:region(4) + 40], "HEAD-8")


def add_checksums(found: Catalogue, data: bytes) -> None:
    copy = copy_of(data)

    def both(*places: int) -> bytes:
        return flipped(data, *places, *(copy + place for place in places))

    for name, about, places in (("", "head_crc32c", [60]), ("-first", "major flipped: damage, not a newer file", [8]),
                                ("-features", "a feature bit flipped: damage, not a newer file", [16]), 
                                ("-count", "sample_count flipped", [59]), ("-table", "the region table flipped", [region(2) + 9]),
                                ("-table-end", "the last byte of the region table flipped", [region(9) - 1])):
        found.bad(f"head-checksum{name}.pcr", "CHECKSUM_MISMATCH", about + ", in the copy too", both(*places), "HEAD-2 CRC-1 CRC-2 G-3")
    for count in (0, 1025):
        found.bad(f"head-region-count-{count}.pcr", "CHECKSUM_MISMATCH", f"region_count {count:,}", sealed_count(data, count), "HEAD-3")
    found.bad("head-region-count-1024.pcr", "TRUNCATED", "region_count 1,024 in a file that ends before", twice(data, (28, u32(1024))), "HEAD-3 HEAD-9")
    plain = shard()
    at = region(4) + 5
    found.bad("head-metadata-flipped.pcr", "CHECKSUM_MISMATCH", "a byte of the metadata, in the copy too", flipped(plain, at, copy_of(plain) + at),
              "REGION-6 CRC-2 G-3")
    found.bad("head-metadata-crc.pcr", "CHECKSUM_MISMATCH", "region_crc32c of METADATA", sealed(plain, (region(0) + 4, u32(1))), "REGION-6")


def sealed_count(data: bytes, count: int) -> bytes:
    """With a right checksum where there can be one: over the head alone."""
    changed = twice(data, (28, u32(count)))
    return changed if count else twice(changed, (60, u32(crc32c(changed[:60]))))


def add_versions(found: Catalogue, data: bytes) -> None:
    refused = found.unsupported
    for major in (0, 1, 3):
        refused(f"head-major-{major}.pcr", "UNSUPPORTED", f"major {major}", sealed(data, (8, bytes([major]))), "HEAD-4")
    for bit in (0, 31):
        refused(f"head-incompat-{bit}.pcr", "UNSUPPORTED", f"incompat_features bit {bit}", sealed(data, (16, u32(1 << bit))), "HEAD-5 FEATURE-2")
    refused("head-incompat-all.pcr", "UNSUPPORTED", "incompat_features all set", sealed(data, (16, u32(2**32 - 1))), "HEAD-5")
    for variant in (0, 3):
        refused(f"head-variant-{variant}.pcr", "UNSUPPORTED", f"variant {variant}", sealed(data, (9, bytes([variant]))), "HEAD-6")
    refused("head-major-before-fields.pcr", "UNSUPPORTED", "major 3 and fields that are no good: the version is judged first",
            sealed(data, (8, b"\3"), (10, b"\1\1"), (56, u32(2**31))), "HEAD-4")
    refused("head-features-before-fields.pcr", "UNSUPPORTED", "an unknown feature and the region kind that it brings: the feature is judged first",
            sealed(data, (16, b"\1"), (region(4), b"\6")), "HEAD-5")
    refused("head-variant-before-fields.pcr", "UNSUPPORTED", "an unknown variant and the regions that it brings: the variant is judged first",
            sealed(data, (9, b"\3"), (region(4), b"\6")), "HEAD-6")
    refused("head-limits-last.pcr", "UNSUPPORTED", "a newer file of which nothing but the head is there",
            sealed(data, (8, b"\3"))[:region(9)], "HEAD-4")


def add_fields(found: Catalogue, data: bytes) -> None:
    total = len(data)
    for name, about, at, value, ids in (
            ("reserved", "reserved 1", 10, u16(1), "HEAD-7"), 
            ("total-length-0", "total_length 0", 32, u64(0), "REGION-2"), ("total-length-2-63", "total_length 2^63 more", 32, u64(2**63 + total), "HEAD-7 INT-1"),
            ("total-length-more", "total_length one more", 32, u64(total + 1), "REGION-2"), ("total-length-less", "total_length one less", 32, u64(total - 1), "REGION-2"),
            ("sample-count-2-31", "sample_count 2^31", 56, u32(2**31), "HEAD-7"), ("sample-count-more", "sample_count one more", 56, u32(4), "META-1"),
            ("sample-count-less", "sample_count one less", 56, u32(2), "META-1"), ("sample-count-0", "sample_count 0", 56, u32(0), "META-1"),
            ("sample-count-max", "sample_count 2^31-1", 56, u32(2**31 - 1), "META-1")):
        found.bad(f"head-{name}.pcr", "MALFORMED", about, sealed(data, (at, value)), ids)
    for name, about, entry, value, ids in (
            ("kind-0", "kind 0", 3, b"\0", "REGION-1"), ("kind-6", "kind 6", 3, b"\6", "REGION-1"), ("kind-255", "kind 255", 3, b"\xFF", "REGION-1"),
            ("metadata-number", "number 1 of METADATA", 0, b"\1\0\1", "REGION-1"), ("restore-number", "number 1 of RESTORE", 8, b"\5\0\1", "REGION-1"),
            ("column-256", "number 256 of a COLUMN", 2, b"\2\0\0\1", "REGION-1"), ("group-0", "number 0 of a SCAN_GROUP", 3, b"\3\0\0", "REGION-1"),
            ("group-65", "number 65 of a SCAN_GROUP", 5, b"\3\0\x41", "REGION-1"), ("group-257", "number 257 of the SCAN_GROUP 1", 3, b"\3\0\1\1", "REGION-1"),
            ("metadata-reserved", "reserved 1 of METADATA", 0, b"\1\1", "REGION-1"), ("group-reserved", "reserved 255 of a SCAN_GROUP", 4, b"\3\xFF", "REGION-1"),
            ("restore-reserved", "reserved 1 of RESTORE", 8, b"\5\1", "REGION-1"), ("group-crc", "region_crc32c of a SCAN_GROUP", 3, b"\3\0\1\0\1", "REGION-1"),
            ("column-crc", "region_crc32c of a COLUMN", 1, b"\2\0\0\0\0\0\0\1", "REGION-1")):
        found.bad(f"region-{name}.pcr", "MALFORMED", about, sealed(data, (region(entry), value)), ids)
    add_offsets(found, data)


def add_offsets(found: Catalogue, data: bytes) -> None:
    def offset(entry: int) -> int:
        return int.from_bytes(data[region(entry) + 8:region(entry) + 16], "little")

    def length(entry: int) -> int:
        return int.from_bytes(data[region(entry) + 16:region(entry) + 24], "little")

    for name, about, edits, ids in (
            ("offset-0", "region_offset 0", [(region(3) + 8, u64(0))], "REGION-2"), ("gap", "region_offset one more", [(region(4) + 8, u64(offset(4) + 1))], "REGION-2"),
            ("overlap", "region_offset one less", [(region(4) + 8, u64(offset(4) - 1))], "REGION-2"),
            ("first-offset", "region_offset of METADATA one more", [(region(0) + 8, u64(offset(0) + 1))], "REGION-2"),
            ("first-offset-moved", "METADATA starts one byte behind the table, and is one shorter",
             [(region(0) + 8, u64(offset(0) + 1)), (region(0) + 16, u64(length(0) - 1))], "REGION-2"),
            ("offset-2-63", "region_offset 2^63 more", [(region(3) + 8, u64(offset(3) + 2**63))], "REGION-2 INT-1"),
            ("length-2-63", "region_length 2^63 more", [(region(8) + 16, u64(length(8) + 2**63))], "REGION-2 INT-1"),
            ("length-overflow", "region_length 2^64-1, which overflows with the offset", [(region(8) + 16, u64(2**64 - 1))], "REGION-2 INT-1"),
            ("length-max", "region_length 2^63-1, which is beyond the file", [(region(8) + 16, u64(2**63 - 1))], "REGION-2"),
            ("length", "region_length one more", [(region(4) + 16, u64(length(4) + 1))], "REGION-2"),
            ("last-length", "region_length of the last one less", [(region(8) + 16, u64(length(8) - 1))], "REGION-2"),
            ("metadata-0", "METADATA of no bytes", [(region(0) + 16, u64(0))], "REGION-3")):
        found.bad(f"region-{name}.pcr", "MALFORMED", about, sealed(data, *edits), ids)
    empty = shard(compress=lambda flat: b"")
    found.bad("region-metadata-empty.pcr", "MALFORMED", "METADATA of no bytes, and all others where they follow", empty, "REGION-3")
    large = lengthened(shard([], 1), (64 << 20) + 1)
    found.bad("region-metadata-64m.pcr", "MALFORMED", "METADATA of 64 MiB + 1, and all that follows from it", large, "REGION-3")
    within = lengthened(shard([], 1), 64 << 20)
    found.bad("region-metadata-64m-cut.pcr", "TRUNCATED", "METADATA of 64 MiB in a file that ends before", within, "REGION-3 HEAD-8")


def lengthened(data: bytes, length: int) -> bytes:
    """The smallest shard, whose table says that its metadata is larger; the file does not have it."""
    end = region(2) + length
    return sealed(data, (region(0) + 16, u64(length)), (region(1) + 8, u64(end)), (32, u64(2 * end + 24)))


def add_order_of_regions(found: Catalogue, data: bytes) -> None:
    """Without samples, so that no region has another length than it is to have."""
    def row(entry: int) -> bytes:
        return data[region(entry):region(entry) + 4]

    def swapped(a: int, b: int) -> list[tuple[int, bytes]]:
        return [(region(a), row(b)), (region(b), row(a))]

    crc = data[region(0) + 4:region(0) + 8]
    for name, about, edits, ids, level in (
            ("first-column", "the first is not METADATA", [(region(0), b"\2"), (region(0) + 4, u32(0)), (region(1) + 2, u16(1)), (region(2) + 2, u16(2))], "REGION-3", None),
            ("metadata-twice", "a second METADATA", [(region(8), b"\1\0\0\0")], "REGION-3", None),
            ("metadata-second", "METADATA behind a COLUMN", [(region(0), b"\2\0\0\0" + u32(0)), (region(1), b"\1\0\0\0" + crc)], "REGION-3", None),
            ("columns-descend", "COLUMN regions in front that descend", swapped(1, 2), "REGION-3", None),
            ("columns-twice", "a COLUMN region twice in front", [(region(2) + 2, u16(0))], "REGION-3", None),
            ("columns-behind-descend", "COLUMN regions behind that descend", swapped(6, 7), "REGION-3", None),
            ("columns-behind-twice", "a COLUMN region twice behind", [(region(7) + 2, u16(2))], "REGION-3", None),
            ("groups-swapped", "SCAN_GROUP 2 before 1", swapped(3, 4), "REGION-3", None),
            ("group-twice", "SCAN_GROUP 2 twice", [(region(5) + 2, u16(2))], "REGION-3", None),
            ("group-missing", "SCAN_GROUP 2 is missing", [(region(4) + 2, u16(3)), (region(5) + 2, u16(4))], "REGION-3", None),
            ("group-from-2", "the groups begin with 2", [(region(k) + 2, u16(k - 1)) for k in (3, 4, 5)], "REGION-3", None),
            ("column-between-groups", "a COLUMN region between the groups", [(region(4), b"\2\0\2\0")], "REGION-3", None),
            ("group-behind-column", "a SCAN_GROUP behind a COLUMN behind the groups", swapped(5, 6), "REGION-3", None),
            ("restore-first", "RESTORE before the last COLUMN", swapped(7, 8), "REGION-3", None),
            ("restore-twice", "two RESTORE regions", [(region(7), b"\5\0\0\0")], "REGION-3", None),
            ("format", "a FORMAT region in a PCR shard", [(region(6), b"\4\0\x10\0")], "REGION-3", None),
            ("format-for-group", "a FORMAT region in place of a SCAN_GROUP", [(region(3), b"\4\0\x10\0")], "REGION-3", None),
            ("column-unknown", "a COLUMN region without a column", [(region(7) + 2, u16(4))], "REGION-4", FULL),
            ("column-of-another", "the COLUMN region in front is that of a LATE column", [(region(2) + 2, u16(2)), (region(6) + 2, u16(1))], "REGION-4", FULL)):
        found.bad(f"region-{name}.pcr", "MALFORMED", about, sealed(data, *edits), ids, level=level)
    found.bad("region-no-group.pcr", "MALFORMED", "no SCAN_GROUP", shard([], 0), "REGION-3")
    found.bad("region-65-groups.pcr", "MALFORMED", "65 groups", shard([color("c", 65)], 65), "REGION-1 REGION-3")
