"""Head and region table of a shard (section 4.1 of the format), and the trailer at its end (7.2)."""

from __future__ import annotations

import struct
import uuid
from dataclasses import dataclass
from typing import Final

from . import native
from .errors import ChecksumError, MalformedError, NotPcrError, TruncatedError, UnsupportedError
from .source import Source

MAGIC: Final = bytes.fromhex("8F5043520D0A1A0A")
TRAILER_MAGIC: Final = bytes.fromhex("8F7063720D0A1A0A")
PCR, LIQUID, TFRECORD = 1, 2, 3
METADATA, COLUMN, SCAN_GROUP, FORMAT, RESTORE = 1, 2, 3, 4, 5
HEAD_LENGTH, REGION_LENGTH, TRAILER_LENGTH = 64, 24, 24
MAX_REGIONS, MAX_GROUPS, MAX_COPY = 1024, 64, 67_133_504
MAX_METADATA: Final = 67_108_864
MAX_INT, MAX_LONG = 2**31 - 1, 2**63 - 1
_HEAD = struct.Struct("<8sBBHIIIIIQ16sII")
_REGION = struct.Struct("<BBHIQQ")
_TRAILER = struct.Struct("<QII8s")


@dataclass(frozen=True)
class Region:
    """A row of the region table."""

    kind: int
    number: int
    crc32c: int
    offset: int
    length: int

    @property
    def end(self) -> int:
        return self.offset + self.length


@dataclass(frozen=True)
class Head:
    """What the first bytes of a shard say, checked."""

    variant: int
    writer_id: int
    ro_compat_features: int
    compat_features: int
    total_length: int
    shard_uuid: uuid.UUID
    sample_count: int
    head_crc32c: int
    regions: tuple[Region, ...]

    @property
    def metadata(self) -> Region:
        return self.regions[0]

    def of_kind(self, kind: int) -> list[Region]:
        return [region for region in self.regions if region.kind == kind]

    @property
    def group_count(self) -> int:
        return len(self.of_kind(SCAN_GROUP)) if self.variant == PCR else 1

    def columns(self) -> tuple[list[Region], list[Region]]:
        """Those in front of the samples, and those behind. Without samples' regions all are given as those in front."""
        samples = [i for i, region in enumerate(self.regions) if region.kind in (SCAN_GROUP, FORMAT)]
        first = samples[0] if samples else len(self.regions)
        front = [region for region in self.regions[:first] if region.kind == COLUMN]
        return front, [region for region in self.regions[first:] if region.kind == COLUMN]

    def prefix_length(self, group: int) -> int:
        if group == 0:
            return self.metadata.end
        if self.variant == PCR:
            return self.of_kind(SCAN_GROUP)[group - 1].end
        formats = self.of_kind(FORMAT)
        return formats[-1].end if formats else self.metadata.end


def check_magic(found: bytes, magic: bytes, field: str) -> None:
    """found: the first 8 bytes, or all there are."""
    if found != magic[: len(found)]:
        raise NotPcrError(field, f"{found.hex()} is not {magic.hex()}", offset=0)
    if len(found) < len(magic):
        raise TruncatedError(field, f"{len(found)} bytes")


def check_features(incompat: int, field: str) -> None:
    if incompat:
        raise UnsupportedError(field, f"unknown feature, bit {(incompat & -incompat).bit_length() - 1}")


def read_piece(source: Source, base: int = 0) -> bytes:
    """Head and region table as they stand at an offset, after checks 1 to 4."""
    head = source.read_up_to(base, HEAD_LENGTH)
    check_magic(bytes(head[:8]), MAGIC, "ShardHead.magic")
    if len(head) < HEAD_LENGTH:
        raise TruncatedError("ShardHead", f"{len(head)} bytes", offset=base)
    count = int.from_bytes(head[28:32], "little")
    if not 1 <= count <= MAX_REGIONS:
        raise ChecksumError("ShardHead.region_count", f"{count}", offset=base + 28)
    table = source.read(base + HEAD_LENGTH, REGION_LENGTH * count)
    stored, computed = int.from_bytes(head[60:64], "little"), native.crc32c(table, native.crc32c(head[:60]))
    if stored != computed:
        raise ChecksumError("ShardHead.head_crc32c", f"stored {stored:#010x}, computed {computed:#010x}", offset=base + 60)
    return bytes(head) + bytes(table)


def parse(piece: bytes) -> Head:
    """Checks 5 to 8."""
    (_, major, variant, reserved, writer, incompat, ro_compat, compat, count, total, name, samples, crc) = _HEAD.unpack_from(
        piece
    )
    if major != 2:
        raise UnsupportedError("ShardHead.major", f"version {major}")
    check_features(incompat, "ShardHead.incompat_features")
    if variant not in (PCR, LIQUID):
        raise UnsupportedError("ShardHead.variant", f"variant {variant}")
    _require(reserved == 0, "ShardHead.reserved", reserved)
    _require(samples <= MAX_INT, "ShardHead.sample_count", samples)
    _require(total <= MAX_LONG, "ShardHead.total_length", total)
    rows = [_REGION.unpack_from(piece, HEAD_LENGTH + REGION_LENGTH * i) for i in range(count)]
    position = HEAD_LENGTH + REGION_LENGTH * count
    regions = []
    for kind, zero, number, crc32c, offset, length in rows:
        _require(zero == 0, "Region.reserved", zero)
        _require(kind in _NUMBERS and number in _NUMBERS[kind], "Region.number", (kind, number))
        _require(crc32c == 0 or kind in (METADATA, RESTORE), "Region.region_crc32c", crc32c)
        _require(offset == position, "Region.region_offset", offset)
        position += length
        _require(length <= MAX_LONG and position <= MAX_LONG, "Region.region_length", length)
        regions.append(Region(kind, number, crc32c, offset, length))
    head = Head(variant, writer, ro_compat, compat, total, uuid.UUID(bytes=name), samples, crc, tuple(regions))
    _check_order(head)
    _require(total == position + head.prefix_length(0) + TRAILER_LENGTH, "ShardHead.total_length", total)
    return head


_NUMBERS = {
    METADATA: range(1),
    COLUMN: range(256),
    SCAN_GROUP: range(1, MAX_GROUPS + 1),
    FORMAT: range(16, 21),
    RESTORE: range(1),
}


def _require(holds: bool, field: str, found: object) -> None:
    if not holds:
        raise MalformedError(field, f"{found}")


def _check_order(head: Head) -> None:
    """R-REGION-3."""
    kinds = [region.kind for region in head.regions]
    _require(kinds[0] == METADATA and 1 <= head.metadata.length <= MAX_METADATA, "Region.kind", "no METADATA in front")
    rest = list(head.regions[1:])
    front = _take(rest, COLUMN)
    samples = _take(rest, SCAN_GROUP if head.variant == PCR else FORMAT)
    back = _take(rest, COLUMN)
    _take(rest, RESTORE, 1)
    _require(not rest, "Region.kind", "regions in another order")
    if head.variant == PCR:
        _require(1 <= len(samples) <= MAX_GROUPS, "Region.kind", f"{len(samples)} groups")
        _require([region.number for region in samples] == list(range(1, len(samples) + 1)), "Region.number", "groups")
    else:
        _require(_ascend(samples), "Region.number", "FORMAT")
    if head.variant == LIQUID and not samples:
        falls = sum(a.number >= b.number for a, b in zip(front, front[1:], strict=False))
        _require(falls <= 1 and all(region.length == 0 for region in front), "Region.number", "COLUMN")
    else:
        _require(_ascend(front) and _ascend(back), "Region.number", "COLUMN")


def _take(rest: list[Region], kind: int, most: int = MAX_REGIONS) -> list[Region]:
    taken: list[Region] = []
    while rest and rest[0].kind == kind and len(taken) < most:
        taken.append(rest.pop(0))
    return taken


def _ascend(regions: list[Region]) -> bool:
    return all(a.number < b.number for a, b in zip(regions, regions[1:], strict=False))


@dataclass(frozen=True)
class Trailer:
    """The last bytes of a shard."""

    total_length: int
    copy_length: int


def read_trailer(source: Source, at: int) -> Trailer:
    """Raises TruncatedError or ChecksumError."""
    data = bytes(source.read(at, TRAILER_LENGTH))
    total, copy, crc, magic = _TRAILER.unpack(data)
    computed = native.crc32c(data[:12])
    if magic != TRAILER_MAGIC or crc != computed:
        raise ChecksumError("Trailer.trailer_crc32c", f"stored {crc:#010x}, computed {computed:#010x}", offset=at + 12)
    return Trailer(total, copy)
