"""Segments of the index of keys (section 13 of the format)."""

from __future__ import annotations

import hashlib
import struct
import uuid
from typing import Final

import numpy as np
import numpy.typing as npt

from . import native
from .columns import require
from .errors import ChecksumError, MalformedError, NotAsListedError, PcrError, TruncatedError, UnsupportedError
from .head import check_magic
from .manifest import SegmentEntry
from .source import Bytes, Source

MAGIC: Final = bytes.fromhex("8F50434B0D0A1A0A")
HEAD_LENGTH, PAGE_LENGTH, PAGE_HEAD = 64, 16384, 16
_HEAD = struct.Struct("<8sBBHIQ16sQIQI")
_PAGE = struct.Struct("<IIII")
_ENTRY: Final = {
    16: np.dtype([("hash", "<u8"), ("shard", "<u4"), ("ordinal", "<u4")]),
    32: np.dtype(
        [
            ("hash", "<u8"),
            ("shard", "<u4"),
            ("ordinal", "<u4"),
            ("stored_offset", "<u8"),
            ("stored_length", "<u4"),
            ("record_offset", "<u4"),
        ]
    ),
}


def key_hash(key: str) -> int:
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "little")


def page_of(hash_: int, page_count: int) -> int:
    return hash_ * page_count >> 64


def check_page(data: Bytes, page: int, segment: SegmentEntry) -> npt.NDArray[np.void]:
    """R-KEYS-8 and 9: the entries of a page."""
    crc, segment_crc, number, count = _PAGE.unpack(bytes(data[:PAGE_HEAD]))
    computed = native.crc32c(data[4:])
    if crc != computed or segment_crc != segment.segment_crc32c or number != page:
        raise ChecksumError(f"KeyPage {page}", f"stored {crc:#010x}, computed {computed:#010x}")
    end = PAGE_HEAD + count * segment.entry_length
    require(end <= PAGE_LENGTH and not data[end:].any(), "KeyPage.page_entries", count)
    entries = np.frombuffer(data[PAGE_HEAD:end].tobytes(), _ENTRY[segment.entry_length])
    order = [(int(e["hash"]), int(e["shard"]), int(e["ordinal"])) for e in entries]
    require(all(a < b for a, b in zip(order, order[1:], strict=False)), f"KeyPage {page}", "entries do not ascend")
    require(all(page_of(e[0], segment.page_count) == page for e in order), f"KeyPage {page}", "a hash of another page")
    if segment.entry_length == 32:
        require(not (entries["stored_offset"] > 2**63 - 1).any(), "KeyEntry.stored_offset", "above 2^63-1")
    return entries


def look_up(source: Source, segment: SegmentEntry, key: str) -> list[tuple[int, int]]:
    """Shard number and ordinal of all candidates, by one read."""
    hash_ = key_hash(key)
    page = page_of(hash_, segment.page_count)
    try:
        entries = check_page(source.read(HEAD_LENGTH + PAGE_LENGTH * page, PAGE_LENGTH), page, segment)
    except PcrError as error:
        raise error.within(source.name)
    return [(int(e["shard"]), int(e["ordinal"])) for e in entries[entries["hash"] == hash_]]


class Segment:
    """A complete segment, with a checked head."""

    def __init__(self, source: Source, stated: SegmentEntry | None = None, dataset_uuid: uuid.UUID | None = None) -> None:
        self.source = source
        head = bytes(source.read_up_to(0, HEAD_LENGTH))
        check_magic(head[:8], MAGIC, "KeySegment.magic")
        if len(head) < HEAD_LENGTH:
            raise TruncatedError("KeySegment", f"{len(head)} bytes", file=source.name)
        _, major, zero, entry_length, pages, count, dataset, generation, number, zero2, crc = _HEAD.unpack(head)
        computed = native.crc32c(head[:60])
        if computed != crc:
            raise ChecksumError("KeySegment.segment_crc32c", f"stored {crc:#010x}, computed {computed:#010x}")
        if major != 2:
            raise UnsupportedError("KeySegment.major", f"version {major}")
        if zero or zero2 or entry_length not in _ENTRY or pages < 1 or max(count, generation) > 2**63 - 1:
            raise MalformedError("KeySegment", f"entry_length {entry_length}, page_count {pages}")
        self.dataset_uuid, self.generation, self.number = uuid.UUID(bytes=dataset), generation, number
        self.entry = SegmentEntry(stated.name if stated else source.name, pages, entry_length, count, crc)
        if stated is not None and self.entry != stated:
            raise NotAsListedError("KeySegment", f"stated {stated}, found {self.entry}")
        if dataset_uuid is not None and self.dataset_uuid != dataset_uuid:
            raise NotAsListedError("KeySegment.dataset_uuid", f"{self.dataset_uuid}")
        wanted = HEAD_LENGTH + PAGE_LENGTH * pages
        if source.length < wanted:
            raise TruncatedError("KeySegment.page_count", f"{wanted} bytes, {source.length} there")
        require(source.length == wanted, "KeySegment.page_count", f"{wanted} bytes, {source.length} there")

    def entries(self) -> list[tuple[int, ...]]:
        """All of them, each page checked."""
        found: list[tuple[int, ...]] = []
        for page in range(self.entry.page_count):
            data = self.source.read(HEAD_LENGTH + PAGE_LENGTH * page, PAGE_LENGTH)
            found.extend(tuple(e.item()) for e in check_page(data, page, self.entry))
        require(len(found) == self.entry.entry_count, "KeySegment.entry_count", len(found))
        return found
