"""Segments of the index of keys (section 13)."""
from __future__ import annotations

import struct
from typing import Any

import pcr_writer as w
from pcr_blocks import crc32c
from pcr_dataset import PAGE, key_hash

from .catalogue import Catalogue
from .manifests import UUID
from .pieces import flipped, u16, u32, u64, written

Entries = list[tuple[int, ...]]


def segment(entries: Entries, generation: int = 1, number: int = 0) -> bytes:
    return bytes(w.key_segment("keys", entries, UUID, generation, number)[0])


def by_hand(pages: list[Entries], entry_length: int = 16, entry_count: int | None = None) -> bytes:
    """Entries where the caller puts them, with right checksums."""
    count = sum(map(len, pages)) if entry_count is None else entry_count
    head = w.SEGMENT_HEAD.pack(w.SEGMENT_MAGIC, 2, 0, entry_length, len(pages), count, UUID, 1, 0, 0, 0)[:60]
    crc, out = crc32c(head), []
    for number, page in enumerate(pages):
        body = struct.pack("<III", crc, number, len(page)) + b"".join(w.ENTRY[entry_length].pack(*e) for e in page)
        body = body.ljust(PAGE - 4, b"\0")
        out.append(u32(crc32c(body)) + body)
    return head + u32(crc) + b"".join(out)


def some(count: int, *place: int) -> Entries:
    return [(key_hash(f"key {k}"), k // 7, k % 7, *place) for k in range(count)]


def repaged(data: bytes, *edits: tuple[int, bytes], page: int = 0) -> bytes:
    """Bytes of a page replaced, with a right checksum."""
    start = 64 + PAGE * page
    changed = written(data, *((start + at, replacement) for at, replacement in edits))
    return written(changed, (start, u32(crc32c(changed[start + 4:start + PAGE]))))


def reheaded(data: bytes, *edits: tuple[int, bytes]) -> bytes:
    """Bytes of the head replaced, with right checksums of the head and all pages."""
    changed = written(data, *edits)
    crc = u32(crc32c(changed[:60]))
    changed = written(changed, (60, crc))
    for page in range((len(data) - 64) // PAGE):
        changed = repaged(changed, (4, crc), page=page)
    return changed


def add_to(found: Catalogue) -> None:
    good = found.good
    high = 2**64 - 1
    good("keys-empty.pcrk", "no entries", segment([]), "KEYS-6 KEYS-10")
    good("keys-some.pcrk", "twenty entries of one page", segment(some(20), 5, 3), "KEYS-1 KEYS-6 KEYS-9 KEYS-10")
    good("keys-places.pcrk", "entries of 32 bytes", segment([*some(5, 100, 2000, 0), *[(e[0], 9, e[2]) for e in some(3)]]), "KEYS-4 KEYS-6")
    good("keys-places-large.pcrk", "a place at its most", segment([(7, 1, 2, 2**63 - 1, 2**32 - 1, 2**32 - 1)]), "KEYS-4 INT-1")
    good("keys-equal-hashes.pcrk", "entries of one hash, in order of shard and ordinal", segment([(5, 0, 1), (5, 0, 2), (5, 3, 0), (5, 2**32 - 1, 2**32 - 1)]), "KEYS-3 KEYS-9")
    good("keys-hashes.pcrk", "the least and the greatest hash", segment([(0, 0, 0), (2**63, 1, 1), (high, 2, 2)]), "KEYS-1 INT-1")
    even = [(k << 48, k, 0) for k in range(0, 65536, 40)]
    good("keys-two-pages.pcrk", "two pages", segment(even), "KEYS-1 KEYS-6")
    good("keys-full-page.pcrk", "a page that is full: 1,023 entries", by_hand([[(k, 0, k) for k in range(1023)]]), "KEYS-6 KEYS-9")
    good("keys-full-page-places.pcrk", "a full page of 511 entries of 32 bytes", by_hand([[(k, 0, k, 1, 1, 0) for k in range(511)]], 32), "KEYS-6 KEYS-9")
    good("keys-crowded.pcrk", "851 hashes of the first page alone: two pages, of which the second is empty", segment([(k, 0, k) for k in range(851)]), "KEYS-6")
    good("keys-page-edges.pcrk", "three pages, with the first and last hash of each", by_hand(edges(3)), "KEYS-1")
    add_bad_pages(found)
    add_bad_heads(found)


def edges(pages: int) -> list[Entries]:
    """Page p begins with the least h of which h * pages >= p * 2^64."""
    starts = [-(-(p << 64) // pages) for p in range(pages + 1)]
    return [[(a, 1, p), (b - 1, 1, p)] for p, (a, b) in enumerate(zip(starts, starts[1:]))]


def add_bad_pages(found: Catalogue) -> None:
    data = segment(some(20))
    first, second = (data[80 + 16 * k:96 + 16 * k] for k in range(2))

    def bad(name: str, error: str, about: str, changed: bytes, ids: str = "KEYS-9") -> None:
        found.bad(f"keys-page-{name}.pcrk", error, about, changed, ids)

    damage, wrong = "CHECKSUM_MISMATCH", "MALFORMED"
    for name, at in (("crc", 64), ("segment", 68), ("entry", 90)):
        bad(f"{name}-flipped", damage, f"a byte of a page flipped: {name}", flipped(data, at), "KEYS-8 G-3")
    bad("of-another", damage, "the page of another segment", repaged(data, (4, u32(1))), "KEYS-8")
    bad("another-number", damage, "the page of another place", repaged(data, (8, u32(1))), "KEYS-8")
    two = by_hand(edges(2))
    bad("exchanged", damage, "two pages exchanged", two[:64] + two[64 + PAGE:] + two[64:64 + PAGE], "KEYS-8")
    bad("count-1024", wrong, "1,024 entries", repaged(data, (12, u32(1024))))
    full = by_hand([[(k, 0, k) for k in range(1023)]])
    bad("count-1024-full", wrong, "1,024 entries of a page that has 1,023", repaged(full, (12, u32(1024))))
    bad("count-max", wrong, "2^32-1 entries", repaged(data, (12, u32(2**32 - 1))))
    bad("count-less", wrong, "an entry less than the page has", repaged(data, (12, u32(19))))
    bad("count-more", wrong, "an entry more than the page has: one of zeros", repaged(data, (12, u32(21))))
    bad("behind", wrong, "a byte behind the entries that is not 0", repaged(data, (16 + 320, b"\1")))
    bad("behind-last", wrong, "the last byte of a page is not 0", repaged(data, (PAGE - 1, b"\1")))
    bad("descends", wrong, "entries that descend", repaged(data, (16, second), (32, first)))
    bad("twice", wrong, "an entry twice", repaged(data, (16, second)))
    for name, entries in (("shard-descends", [(5, 2, 0), (5, 1, 9)]), ("ordinal-descends", [(5, 1, 3), (5, 1, 2)]), ("same-place", [(5, 1, 3), (5, 1, 3)])):
        bad(name, wrong, f"entries of one hash: {name}", by_hand([entries]))
    for name, place in (("offset", (2**63, 1, 0)), ("offset-max", (2**64 - 1, 1, 0))):
        bad(f"place-{name}", wrong, "stored_offset of 2^63 and more", by_hand([[(5, 1, 3, *place)]], 32), "KEYS-9 INT-1")
    bad("same-place-32", wrong, "entries of 32 bytes of one hash, shard and ordinal, with different places", by_hand([[(5, 1, 3, 1, 1, 0), (5, 1, 3, 2, 1, 0)]], 32))
    good = edges(3)
    for page in range(3):
        early, late = [list(entries) for entries in good], [list(entries) for entries in good]
        if page:
            early[page].insert(0, (good[page][0][0] - 1, 9, 9))
            bad(f"hash-early-{page}", wrong, f"a hash of page {page - 1} in page {page}", by_hand(early), "KEYS-1 KEYS-9")
        if page < 2:
            late[page].append((good[page][1][0] + 1, 9, 9))
            bad(f"hash-late-{page}", wrong, f"a hash of page {page + 1} in page {page}", by_hand(late), "KEYS-1 KEYS-9")


def add_bad_heads(found: Catalogue) -> None:
    data = segment(some(20))

    def bad(name: str, error: str, about: str, changed: bytes, ids: str = "KEYS-10", **_: Any) -> None:
        found.bad(f"keys-{name}.pcrk", error, about, changed, ids)

    wrong = "MALFORMED"
    bad("magic", "NOT_PCR", "magic", flipped(data, 2))
    bad("no-bytes", "TRUNCATED", "a file of no bytes", b"")
    bad("cut-head", "TRUNCATED", "the head ends", data[:63])
    bad("cut-page", "TRUNCATED", "the last byte is missing", data[:-1])
    bad("no-page", "TRUNCATED", "nothing but the head", data[:64])
    bad("long", wrong, "a byte behind the last page", data + b"\0")
    for name, at in (("major", 8), ("count", 16), ("crc", 60)):
        bad(f"checksum-{name}", "CHECKSUM_MISMATCH", f"{name} flipped: damage", flipped(data, at), "KEYS-10 G-3")
    for major in (1, 3):
        found.unsupported(f"keys-major-{major}.pcrk", "UNSUPPORTED", f"major {major}", reheaded(data, (8, bytes([major]))), "KEYS-10")
    found.unsupported("keys-major-before-reserved.pcrk", "UNSUPPORTED", "major 3, and reserved fields in use: the version is judged first", reheaded(data, (8, b"\3\1"), (52, b"\1")), "KEYS-10")
    bad("reserved", wrong, "reserved 1", reheaded(data, (9, b"\1")))
    bad("reserved-both", wrong, "both reserved fields 1", reheaded(data, (9, b"\1"), (52, u64(1))))
    bad("reserved2", wrong, "reserved2 1", reheaded(data, (52, u64(1))))
    for length in (24,):
        bad(f"entry-length-{length}", wrong, f"entry_length {length}", reheaded(data, (10, u16(length))), "KEYS-7 KEYS-10")
    bad("pages-0", wrong, "page_count 0", reheaded(data[:64], (12, u32(0)), (16, u64(0))), "KEYS-7 KEYS-10")
    bad("pages-more", "TRUNCATED", "page_count one more than there are", reheaded(segment([]), (12, u32(2))))
    bad("count-less", wrong, "entry_count one less", reheaded(data, (16, u64(19))))
    bad("count-more", wrong, "entry_count one more", reheaded(data, (16, u64(21))))
    bad("count-2-63", wrong, "entry_count 2^63", reheaded(data, (16, u64(2**63))), "KEYS-10 INT-1")
    bad("generation-2-63", wrong, "generation 2^63", reheaded(data, (40, u64(2**63))), "INT-1")
