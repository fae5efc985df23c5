"""The manifest of a dataset: root and parts (section 12 of the format)."""

from __future__ import annotations

import math
import re
import struct
import uuid
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Final

import numpy as np
import numpy.typing as npt

from . import flatbuffer, native, schemas, zstd
from .columns import ColumnType, column_type, require
from .errors import ChecksumError, MalformedError, NotAsListedError, PcrError, TruncatedError, UnsupportedError
from .head import LIQUID, PCR, TFRECORD, check_features, check_magic
from .limits import Limits
from .metadata import Targets, check_at, targets_of
from .source import Source

MAGIC: Final = bytes.fromhex("8F50434D0D0A1A0A")
ROOT, PART = 1, 2
NONE, GZIP, ZLIB, ZSTD = 0, 1, 2, 3
HEAD_LENGTH, MAX_PAYLOAD = 40, 67_108_864
FIRST_READ: Final = 1 << 20
MAX_PART: Final = 65536
MAX_GROUPS: Final = 64
MAX_INT, MAX_LONG = 2**31 - 1, 2**63 - 1
_HEAD = struct.Struct("<8sBBHIIIQII")
_NAME = re.compile(rb"[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}")


@dataclass(frozen=True)
class Entry:
    """A shard, as the manifest lists it."""

    name: str
    shard_number: int
    variant: int
    compression: int
    shard_uuid: uuid.UUID
    total_length: int
    sample_count: int
    head_crc32c: int
    prefix_lengths: tuple[int, ...]
    restore_length: int
    restore_directory_length: int
    source_bytes: int
    restorable_samples: int


@dataclass(frozen=True)
class QualityPoint:
    """What a fidelity gives and costs, measured."""

    mean_bytes: float
    ms_ssim_mean: float
    ms_ssim_p10: float
    ms_ssim_p1: float
    psnr: float
    decode_relative: float


@dataclass(frozen=True)
class Curve:
    """What all fidelities give and cost, compared in one way; `at` is empty for full size."""

    metric: int
    reconstruction: int
    at: str
    points: tuple[QualityPoint, ...]


@dataclass(frozen=True)
class PartEntry:
    name: str
    length: int
    part_crc32c: int
    shard_count: int
    first_shard_number: int
    sample_count: int


@dataclass(frozen=True)
class SegmentEntry:
    name: str
    page_count: int
    entry_length: int
    entry_count: int
    segment_crc32c: int


def check_name(name: bytes) -> None:
    if _NAME.fullmatch(name) is None:
        raise MalformedError("Manifest.name", repr(name))


def _different(names: list[str]) -> None:
    require(len({name.lower() for name in names}) == len(names), "Manifest.name", "equal names")


class ShardTable:
    """Some of a dataset's shards, one element of each array for each."""

    def __init__(self, table: SimpleNamespace | None, group_count: int | None) -> None:
        m = 0 if table is None else table.name_lengths.size
        self.count: int = m
        if table is None:
            table = flatbuffer.read(_EMPTY, b"PCRT", schemas.SHARD_TABLE)
        for name in _PER_SHARD:
            require(getattr(table, name).size == m, f"ShardTable.{name}", f"{getattr(table, name).size} for {m} shards")
        require(table.shard_uuids.size == 16 * m, "ShardTable.shard_uuids", table.shard_uuids.size)
        for name in ("total_lengths", "prefix_lengths", "restore_lengths", "source_bytes"):
            require(not (getattr(table, name) > MAX_LONG).any(), f"ShardTable.{name}", "above 2^63-1")
        self.names = self._names(table)
        self.variants: npt.NDArray[np.uint8] = table.variants
        require(bool(np.isin(self.variants, (PCR, LIQUID, TFRECORD)).all()), "ShardTable.variants", "unknown")
        self.numbers: npt.NDArray[np.int64] = table.shard_numbers.astype(np.int64)
        self.sample_counts: npt.NDArray[np.int64] = table.sample_counts.astype(np.int64)
        self.total_lengths: npt.NDArray[np.int64] = table.total_lengths.astype(np.int64)
        self._table = table
        self.group_count = self._groups() if group_count is None else group_count
        sizes = np.array([0, self.group_count + 1, 2, 0])[self.variants]
        require(int(sizes.sum()) == table.prefix_lengths.size, "ShardTable.prefix_lengths", table.prefix_lengths.size)
        self._prefix_ends = np.cumsum(sizes)
        self._prefix_starts = self._prefix_ends - sizes
        self.prefix_lengths: npt.NDArray[np.int64] = table.prefix_lengths.astype(np.int64)
        self._check(table)

    def _names(self, table: SimpleNamespace) -> list[str]:
        lengths, data = table.name_lengths.astype(np.int64), table.name_bytes.tobytes()
        require(int(lengths.sum()) == len(data), "ShardTable.name_lengths", "wrong")
        names = []
        for end, length in zip(np.cumsum(lengths).tolist(), lengths.tolist(), strict=True):
            name = data[end - length : end]
            check_name(name)
            names.append(name.decode())
        _different(names)
        return names

    def _groups(self) -> int:
        """A part that is read without its root."""
        pcr, liquid = int((self.variants == PCR).sum()), int((self.variants == LIQUID).sum())
        numbers = self._table.prefix_lengths.size - 2 * liquid
        if pcr == 0:
            return 1
        require(numbers % pcr == 0 and 2 <= numbers // pcr <= 65, "ShardTable.prefix_lengths", numbers)
        return int(numbers // pcr) - 1

    def _check(self, t: SimpleNamespace) -> None:
        """R-MANIFEST-5."""
        container = self.variants != TFRECORD
        require(bool((self.sample_counts <= MAX_INT).all()), "ShardTable.sample_counts", "above 2^31-1")
        require(bool((t.restorable_samples <= self.sample_counts).all()), "ShardTable.restorable_samples", "too many")
        require(bool((self.numbers[1:] > self.numbers[:-1]).all()), "ShardTable.shard_numbers", "do not ascend")
        require(bool((t.compressions <= ZSTD).all()), "ShardTable.compressions", "unknown")
        require(not t.compressions[container].any(), "ShardTable.compressions", "of a container")
        for name in ("head_crc32c", "restore_lengths", "restore_directory_lengths"):
            require(not getattr(t, name)[~container].any(), f"ShardTable.{name}", "of a TFRECORD")
        restore, directory = t.restore_lengths.astype(np.int64), t.restore_directory_lengths.astype(np.int64)
        fits = ((restore == 0) & (directory == 0)) | ((restore >= 4) & (directory <= restore - 4))
        require(bool(fits.all()), "ShardTable.restore_directory_lengths", "longer than its region")
        lengths, total = self.prefix_lengths, self.total_lengths[container]
        first, last = lengths[self._prefix_starts[container]], lengths[self._prefix_ends[container] - 1]
        inside = np.ones(max(0, lengths.size - 1), np.bool_)
        inside[self._prefix_starts[container][1:] - 1] = False
        require(not (lengths[1:] < lengths[:-1])[inside].any(), "ShardTable.prefix_lengths", "fall")
        require(bool((first >= 89).all()), "ShardTable.prefix_lengths", "below 89")
        rest = total.copy()
        good = np.ones(total.size, np.bool_)
        for taken in (last, restore[container], first, np.int64(24)):
            good &= taken <= rest
            rest = np.where(good, rest - taken, 0)
        require(bool(good.all()), "ShardTable.total_lengths", "shorter than its regions")

    def prefix_bytes(self, group: int | None) -> int:
        """Of all shards up to a group, or of all their groups where they have fewer; None: all."""
        held = self.variants != TFRECORD
        last = self._prefix_ends[held] - 1
        at = np.minimum(self._prefix_starts[held] + (group or MAX_GROUPS), last)
        # As Python's whole numbers: a sum of what a manifest states may have more than 64 bits.
        lengths: list[int] = [*self.prefix_lengths[at].tolist(), *self.total_lengths[~held].tolist()]
        return sum(lengths)

    def entry(self, i: int) -> Entry:
        t = self._table
        lengths = self.prefix_lengths[self._prefix_starts[i] : self._prefix_ends[i]]
        return Entry(
            self.names[i],
            int(self.numbers[i]),
            int(self.variants[i]),
            int(t.compressions[i]),
            uuid.UUID(bytes=t.shard_uuids[16 * i : 16 * i + 16].tobytes()),
            int(self.total_lengths[i]),
            int(self.sample_counts[i]),
            int(t.head_crc32c[i]),
            tuple(lengths.tolist()),
            int(t.restore_lengths[i]),
            int(t.restore_directory_lengths[i]),
            int(t.source_bytes[i]),
            int(t.restorable_samples[i]),
        )


_PER_SHARD = (
    "name_lengths",
    "shard_numbers",
    "variants",
    "compressions",
    "total_lengths",
    "sample_counts",
    "head_crc32c",
    "restore_lengths",
    "restore_directory_lengths",
    "source_bytes",
    "restorable_samples",
)
_EMPTY = np.frombuffer(bytes.fromhex("0c000000504352540400040004000000"), np.uint8)


@dataclass(frozen=True)
class ManifestHead:
    """The first 40 bytes of a root or part."""

    kind: int
    ro_compat_features: int
    compat_features: int
    generation: int
    crc32c: int


def read_file(source: Source, kind: int | None, limits: Limits) -> tuple[ManifestHead, npt.NDArray[np.uint8]]:
    """Checks 1 to 5, and the frame's content. kind None: either."""
    data = source.read_up_to(0, FIRST_READ)
    check_magic(bytes(data[:8]), MAGIC, "ManifestHead.magic")
    if data.size < HEAD_LENGTH:
        raise TruncatedError("ManifestHead", f"{data.size} bytes")
    _, major, found, reserved, incompat, ro_compat, compat, generation, length, crc = _HEAD.unpack(bytes(data[:HEAD_LENGTH]))
    if not 1 <= length <= MAX_PAYLOAD:
        raise ChecksumError("ManifestHead.payload_length", f"{length}")
    wanted = HEAD_LENGTH + length
    if source.length < wanted:
        raise TruncatedError("ManifestHead.payload_length", f"{wanted} bytes, {source.length} there")
    if source.length > wanted:
        raise MalformedError("ManifestHead.payload_length", f"{wanted} bytes, {source.length} there")
    if data.size < wanted:
        data = np.concatenate((data, source.read(data.size, wanted - data.size)))
    computed = native.crc32c(data[HEAD_LENGTH:], native.crc32c(data[:36]))
    if computed != crc:
        raise ChecksumError("ManifestHead.manifest_crc32c", f"stored {crc:#010x}, computed {computed:#010x}")
    if major != 2:
        raise UnsupportedError("ManifestHead.major", f"version {major}")
    check_features(incompat, "ManifestHead.incompat_features")
    require(found in (ROOT, PART) if kind is None else found == kind, "ManifestHead.kind", found)
    require(reserved == 0, "ManifestHead.reserved", reserved)
    require(1 <= generation <= MAX_LONG, "ManifestHead.generation", generation)
    content = zstd.decode(data[HEAD_LENGTH:], limits, "metadata_bytes", "Manifest")
    return ManifestHead(found, ro_compat, compat, generation, crc), content


class Root:
    """A generation of a dataset: what its root says."""

    def __init__(self, head: ManifestHead, content: npt.NDArray[np.uint8]) -> None:
        table = flatbuffer.read(content, b"PCRI", schemas.MANIFEST)
        self.head = head
        self.generation = head.generation
        require(table.dataset_uuid.size == 16, "Manifest.dataset_uuid", table.dataset_uuid.size)
        require(table.commit_id.size == 16, "Manifest.commit_id", table.commit_id.size)
        self.dataset_uuid = uuid.UUID(bytes=table.dataset_uuid.tobytes())
        self.commit_id: bytes = table.commit_id.tobytes()
        self.parent_generation: int = table.parent_generation
        require(self.parent_generation < self.generation, "Manifest.parent_generation", self.parent_generation)
        self.group_count: int = table.group_count
        require(1 <= self.group_count <= 64, "Manifest.group_count", self.group_count)
        self.targets: Targets | None = targets_of(table.targets, self.group_count)
        self.class_names = {c.label: c.name for c in table.class_names}
        labels = [c.label for c in table.class_names]
        require(all(a < b for a, b in zip(labels, labels[1:], strict=False)), "Manifest.class_names", "do not ascend")
        sizes = [len(c.name.encode()) for c in table.class_names]
        require(all(1 <= size <= 65535 for size in sizes), "Manifest.class_names", "a name too short or long")
        self.options = {o.name: o.value for o in table.options}
        require(len(self.options) == len(table.options), "Manifest.options", "equal names")
        self.quality = _quality(table.quality, self.group_count)
        self.columns: list[ColumnType] = [column_type(c) for c in table.columns]
        require(len({c.name for c in self.columns}) == len(self.columns), "Manifest.columns", "equal names")
        self.next_shard_number: int = table.next_shard_number
        require(self.next_shard_number <= MAX_INT, "Manifest.next_shard_number", self.next_shard_number)
        self.parts = [PartEntry(**vars(p)) for p in table.parts]
        self.segments = [SegmentEntry(**vars(s)) for s in table.key_segments]
        self.shards = ShardTable(table.shards, self.group_count)
        self._check_parts()
        if not self.parts:
            self.check_groups(bool((self.shards.variants == PCR).any()))

    def _check_parts(self) -> None:
        require(len(self.parts) <= 4096 and self.shards.count <= 4096, "Manifest.parts", "too many parts or shards")
        require(len(self.segments) <= 8, "Manifest.key_segments", len(self.segments))
        names = [part.name for part in self.parts] + [segment.name for segment in self.segments]
        for name in names:
            check_name(name.encode())
        _different(names)
        free = 0
        for part in self.parts:
            require(1 <= part.shard_count <= MAX_PART, "ShardPart.shard_count", part.shard_count)
            require(part.first_shard_number >= free, "ShardPart.first_shard_number", part.first_shard_number)
            free = part.first_shard_number + part.shard_count
        if self.shards.count:
            require(int(self.shards.numbers[0]) >= free, "ShardTable.shard_numbers", "below those of the parts")
            free = int(self.shards.numbers[-1]) + 1
        require(free <= self.next_shard_number, "Manifest.next_shard_number", self.next_shard_number)
        for segment in self.segments:
            good = segment.entry_length in (16, 32) and segment.page_count >= 1
            require(good, "KeySegment.entry_length", f"{segment}")

    def first_number_behind(self, part: PartEntry) -> int:
        """The first shard number that a part cannot have."""
        following = self.parts[self.parts.index(part) + 1 :]
        if following:
            return following[0].first_shard_number
        return int(self.shards.numbers[0]) if self.shards.count else self.next_shard_number

    def check_groups(self, has_pcr: bool) -> None:
        """R-MANIFEST-3, once all shards are known."""
        require(has_pcr or (self.group_count == 1 and self.targets is None), "Manifest.group_count", "without a PCR shard")


def _quality(curves: list[SimpleNamespace], group_count: int) -> list[Curve]:
    """R-MANIFEST-7."""
    require(len(curves) <= 16, "Manifest.quality", len(curves))
    found = []
    for c in curves:
        require(c.metric == 1 and c.reconstruction in (0, 1), "MeasuredCurve.metric", (c.metric, c.reconstruction))
        check_at(c.at)
        require(len(c.points) == group_count, "MeasuredCurve.points", len(c.points))
        for point in c.points:
            for name, value in vars(point).items():
                good = value >= 0 and (math.isfinite(value) or name == "psnr")
                require(good and (not name.startswith("ms_ssim") or value <= 1), f"QualityPoint.{name}", value)
        found.append(Curve(c.metric, c.reconstruction, c.at, tuple(QualityPoint(**vars(p)) for p in c.points)))
    order = [(c.metric, c.reconstruction, c.at.encode()) for c in found]
    require(all(a < b for a, b in zip(order, order[1:], strict=False)), "Manifest.quality", "curves do not ascend")
    return found


def read_root(source: Source, limits: Limits) -> Root:
    try:
        return Root(*read_file(source, ROOT, limits))
    except PcrError as error:
        raise error.within(source.name)


def part_table(content: npt.NDArray[np.uint8], group_count: int | None) -> ShardTable:
    """The shards of a part. group_count None: the part is read without its root."""
    table = ShardTable(flatbuffer.read(content, b"PCRT", schemas.SHARD_TABLE), group_count)
    require(1 <= table.count <= MAX_PART, "ShardTable", f"{table.count} shards in a part")
    return table


def read_part(source: Source, stated: PartEntry, root: Root, limits: Limits) -> ShardTable:
    """R-PART-3 and 4."""
    try:
        if source.length != stated.length:
            raise NotAsListedError("ShardPart.length", f"stated {stated.length}, found {source.length}")
        head, content = read_file(source, PART, limits)
        if head.crc32c != stated.part_crc32c:
            raise NotAsListedError("ShardPart.part_crc32c", f"stated {stated.part_crc32c:#010x}, found {head.crc32c:#010x}")
        table = ShardTable(flatbuffer.read(content, b"PCRT", schemas.SHARD_TABLE), root.group_count)
        require(1 <= table.count <= 65536 and table.count == stated.shard_count, "ShardPart.shard_count", table.count)
        require(int(table.numbers[0]) == stated.first_shard_number, "ShardPart.first_shard_number", int(table.numbers[0]))
        require(
            int(table.numbers[-1]) < root.first_number_behind(stated),
            "ShardTable.shard_numbers",
            "those of what follows",
        )
        require(int(table.sample_counts.sum()) == stated.sample_count, "ShardPart.sample_count", "another")
        return table
    except PcrError as error:
        raise error.within(source.name)
