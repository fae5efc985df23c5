"""The copy of the front, and the trailer (section 7.2); shards that end early (section 4.3)."""
from __future__ import annotations

import struct

from pcr_blocks import crc32c

from .catalogue import FULL, PREFIX, Call, Catalogue, group, whole
from .pieces import copy_of, entry_of, flipped, region, shard, u32, written

DAMAGE = "CHECKSUM_MISMATCH"


def add_to(found: Catalogue) -> None:
    data, entry = entry_of()
    add_copies(found, data)
    add_ends(found, data)
    add_prefixes(found, data, entry["prefix_lengths"])


def add_copies(found: Catalogue, data: bytes) -> None:
    copy, table_end, front = copy_of(data), region(4), copy_length(data)
    total = len(data)

    def used(name: str, error: str, about: str, changed: bytes, *, prefix: str | None = None) -> None:
        """The whole file is read, with the error of the front; a prefix has no copy."""
        found.add(f"copy-{name}.pcr", about, changed, "COPY-1 COPY-2 COPY-3 G-8", [whole(error), group(0, prefix or error)], PREFIX)

    used("magic", "NOT_PCR", "the first byte", flipped(data, 0))
    used("region-count-0", DAMAGE, "region_count 0", written(data, (28, u32(0))))
    used("region-count-1024", "TRUNCATED", "region_count 1,024, of which the file has no table", written(data, (28, u32(1024))))
    used("major", DAMAGE, "major flipped", flipped(data, 8))
    used("uuid", DAMAGE, "shard_uuid flipped", flipped(data, 40))
    used("checksum", DAMAGE, "head_crc32c flipped", flipped(data, 60))
    used("table", DAMAGE, "the region table flipped", flipped(data, region(2) + 9))
    used("metadata", DAMAGE, "a byte of the metadata", flipped(data, table_end + 3))
    used("head-and-metadata", DAMAGE, "a byte of the head and one of the metadata", flipped(data, 20, table_end + 3))
    used("zeros", "NOT_PCR", "the complete front is zeros", bytes(front) + data[front:])
    used("pieces", DAMAGE, "the head in front and the metadata in the copy", flipped(data, 20, copy + table_end + 3))
    used("pieces-other", DAMAGE, "the metadata in front and the head in the copy", flipped(data, table_end + 3, copy + 20))
    used("metadata-and-trailer", DAMAGE, "a byte of the metadata, and the trailer's checksum: the head says where the copy is", flipped(data, table_end + 3, total - 10))
    used("metadata-and-trailer-magic", DAMAGE, "a byte of the metadata, and the trailer's magic", flipped(data, table_end + 3, total - 1))

    def lost(name: str, error: str, about: str, changed: bytes) -> None:
        found.bad(f"copy-{name}.pcr", error, about, changed, "COPY-1 COPY-2")

    lost("head-twice", DAMAGE, "the head in front and in the copy", flipped(data, 20, copy + 40))
    lost("metadata-twice", DAMAGE, "the metadata in front and in the copy", flipped(data, table_end + 3, copy + front - 1))
    lost("head-and-trailer", DAMAGE, "the head and the trailer's checksum: without a manifest nothing says where the copy is", flipped(data, 20, total - 10))
    lost("head-and-trailer-magic", DAMAGE, "the head and the trailer's magic", flipped(data, 20, total - 1))
    lost("head-and-trailer-length", DAMAGE, "the head and the trailer's total_length, with a right checksum",
         flipped(written(data, (total - 24, trailer(total + 1, front))), 20))
    lost("head-and-copy-length", DAMAGE, "the head and copy_length, with a right checksum", flipped(written(data, (total - 24, trailer(total, front - 1))), 20))
    lost("head-and-copy-length-beyond", DAMAGE, "the head and a copy_length that is longer than the file, with a right checksum",
         flipped(written(data, (total - 24, trailer(total, total))), 20))
    lost("head-and-cut", DAMAGE, "the head, and the last byte is missing", flipped(data, 20)[:-1])


def copy_length(data: bytes) -> int:
    return int(struct.unpack_from("<I", data, len(data) - 16)[0])


def trailer(total: int, length: int) -> bytes:
    head = struct.pack("<QI", total, length)
    return head + u32(crc32c(head))


def add_ends(found: Catalogue, data: bytes) -> None:
    """What is behind the regions is damaged; nothing of the samples is lost."""
    total, copy, front = len(data), copy_of(data), copy_length(data)

    def end(name: str, error: str, about: str, changed: bytes, ids: str = "TRAILER-1") -> None:
        found.add(f"bad-end-{name}.pcr", about, changed, ids, [whole(error), group(3)], FULL)

    end("trailing-byte", "MALFORMED", "a byte behind the trailer", data + b"\0")
    end("cut", "TRUNCATED", "the last byte is missing", data[:-1])
    end("cut-trailer", "TRUNCATED", "the trailer is missing", data[:-24])
    end("magic", DAMAGE, "trailer_magic", flipped(data, total - 1))
    end("checksum", DAMAGE, "trailer_crc32c", flipped(data, total - 9))
    end("total-length", DAMAGE, "total_length of the trailer flipped", flipped(data, total - 24))
    end("copy-length", DAMAGE, "copy_length flipped", flipped(data, total - 16))
    end("total-length-sealed", "MALFORMED", "total_length of the trailer one more, with a right checksum", written(data, (total - 24, trailer(total + 1, front))))
    end("copy-length-sealed", "MALFORMED", "copy_length one more, with a right checksum", written(data, (total - 24, trailer(total, front + 1))))
    for name, at in (("copy-head", 20), ("copy-table", region(1) + 9), ("copy-metadata", region(4) + 3), ("copy-last", front - 1)):
        end(name, DAMAGE, f"a byte of the copy: {name[5:]}", flipped(data, copy + at), "TRAILER-1 G-3")
    slice_and_end = flipped(data, front, copy + 20)
    found.add("bad-end-behind-slice.pcr", "a slice and the copy: the slice is told, as it comes first", slice_and_end, "TRAILER-1 SAMPLE-4", [whole(DAMAGE), group(0)], FULL)
    found.add("bad-end-slice-and-cut.pcr", "a slice of group 1 is damaged, and the last byte is missing", flipped(data, front)[:-1], "TRAILER-1 SAMPLE-4",
              [whole(DAMAGE), group(0), group(1, DAMAGE)], FULL)


def add_prefixes(found: Catalogue, data: bytes, prefixes: list[int]) -> None:
    for g, length in enumerate(prefixes):
        for more in (-1, 0, 7):
            held = g if more >= 0 else g - 1
            if held < 0 or (g, more) in ((2, -1), (0, 7), (2, 7), (3, 7)):
                continue
            name = f"group-{g}" + {-1: "-less-1", 0: "", 7: "-and-7"}[more]
            calls: list[Call] = [group(k, None if k <= held else "TRUNCATED") for k in range(4)]
            found.add(f"prefix-{name}.pcr", f"cut {('a byte before', 'at', '7 bytes behind')[(more > -1) + (more > 0)]} prefix_length({g})", data[:length + more],
                      "PREFIX-1 PREFIX-2 HEAD-8 G-1", [*calls, whole("TRUNCATED")])
    for name, about, cut, groups in (("without-trailer", "all but the trailer", data[:-24], 3), ("half-copy", "half of the copy is missing", data[:-24 - copy_length(data) // 2], 3),
                                     ("no-samples", "no samples, and no copy", shard([], 2)[:-24 - copy_length(shard([], 2))], 2)):
        found.add(f"prefix-{name}.pcr", about, cut, "PREFIX-1 PREFIX-2 HEAD-8", [*(group(k) for k in range(groups + 1)), whole("TRUNCATED")])
